; A logic operation sets SCC when its result is not 0.
; RDNA3 ISA, 6.6; Vega ISA, 5.8.  0xf0 & 0x0f = 0 gives 0; 0xf0 ^ 0x0f = 0xff gives 1.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.logic
; assay: state scc = 1
; assay: state s0 = 0xf0
; assay: state s1 = 0x0f
; assay: expect s2 = 0
; assay: expect s3 = 0
; assay: expect s4 = 0xff
; assay: expect scc = 1
s_and_b32 s2, s0, s1
s_cselect_b32 s3, 1, 0
s_xor_b32 s4, s0, s1
