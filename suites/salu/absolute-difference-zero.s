; S_ABSDIFF_I32 sets SCC to result not 0; equal operands clear it.
; RDNA3 ISA, 6.4; Vega ISA, 5.4, and the examples of 12.1: (0x80000000, 0) gives 0x80000000, (0x80000000, -1) gives 0x7fffffff.
; kills: scc-only-set
; assay: arch gfx906 gfx1100
; assay: rules salu.absolute
; assay: state s0 = 0x80000000
; assay: state scc = 1
; assay: expect s1 = 0x80000000
; assay: expect s2 = 0x7fffffff
; assay: expect s3 = 0
; assay: expect scc = 0
s_absdiff_i32 s1, s0, 0
s_absdiff_i32 s2, s0, -1
s_absdiff_i32 s3, s0, s0
