; One of EXEC, M0 and SCC may stand twice, and beside what the operation reads without naming it.
; RDNA3 ISA, 6.2; errata E-280.  5 + 5 = 10; EXEC_LO of wave32 is 0xffffffff and SCC 1.
; kills: special-implied
; assay: arch gfx1100
; assay: wave 32
; assay: rules salu.sources_special
; assay: state m0 = 5
; assay: state scc = 1
; assay: expect s0 = 0xffffffff
; assay: expect s1 = 10
s_cselect_b32 s0, exec_lo, 0
s_add_u32 s1, m0, m0
