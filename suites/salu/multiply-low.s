; S_MUL_I32 keeps the low 32 bits, the same for signed and unsigned factors, and leaves SCC alone.
; RDNA3 ISA, 6.4; Vega ISA, 5.4.  0x10001 * 0x10001 = 0x1_00020001; 0x80000001 * -16: low 32 bits of -16 * 0x80000001 = 0xfffffff0.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.multiply
; assay: state scc = 1
; assay: state s0 = 0x10001
; assay: state s1 = 0x80000001
; assay: expect s2 = 0x00020001
; assay: expect s3 = 0xfffffff0
; assay: expect scc = 1
; assay: observe s2 s3 scc
s_mul_i32 s2, s0, s0
s_mul_i32 s3, s1, -16
