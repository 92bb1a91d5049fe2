; The NOT1 forms (N2 on Vega) invert source 1 and only it.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  0xff & ~0xfffffff0 = 0x0f; 0x100 | ~0xfffffff0 = 0x10f.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.logic
; assay: state s0 = 0xff
; assay: state s1 = 0x100
; assay: expect s2 = 0x0f
; assay: expect s3 = 0x10f
; assay: expect scc = 1
.if gfx906
s_andn2_b32 s2, s0, -16
s_orn2_b32 s3, s1, -16
.else
s_and_not1_b32 s2, s0, -16
s_or_not1_b32 s3, s1, -16
.endif
