; S_ABSDIFF_I32 computes in 32 bits and wraps: the text takes the difference first, then its sign.
; RDNA3 ISA, 16.1 S_ABSDIFF_I32; Vega ISA, 12.1.  2 - 0x7fffffff = -0x7ffffffd; 0x7fffffff - 0xffffffff wraps to 0x80000000, its own negation.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.minmax
; assay: state s0 = 2
; assay: state s1 = 0xffffffff
; assay: expect s2 = 0x7ffffffd
; assay: expect s3 = 0x80000000
; assay: expect scc = 1
s_absdiff_i32 s2, s0, 0x7fffffff
s_absdiff_i32 s3, 0x7fffffff, s1
