; A scalar operation without SCC leaves it where its destination is NULL too: one that reads SCC behind it has the old one.
; RDNA3 ISA, 3.4.4, 6.2; errata E-002.  SCC is 1; 0xffffffff + 2 + 1 = 2, carry 1; that sum to NULL writes SCC: 5 + 6 + 1 = 12.
; kills: carry-in-dropped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules salu.null, salu.carry
; assay: state scc = 1
; assay: state s0 = 0xffffffff
; assay: state s1 = 2
; assay: state s4 = 5
; assay: state s5 = 6
; assay: expect s2 = 2
; assay: expect s6 = 12
; assay: expect scc = 0
; assay: observe s2 s6 scc
s_mul_i32 null, s4, s5
s_mov_b32 null, 0
s_brev_b32 null, s4
s_addc_u32 s2, s0, s1
s_addc_u32 null, s0, s1
s_addc_u32 s6, s4, s5
