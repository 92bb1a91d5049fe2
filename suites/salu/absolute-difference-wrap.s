; A difference that leaves 32 bits is one of 32 bits before its sign is looked at: what wrapped to a positive number stays.
; RDNA3 ISA, 16.1 S_ABSDIFF_I32; Vega ISA, 12.1.  -0x80000000 - 8 wraps to 0x7ffffff8; 0x7fffffff + 2 wraps to 0x80000001, whose negation is 0x7fffffff.
; kills: absdiff-wide
; assay: arch gfx906 gfx1100
; assay: rules salu.minmax
; assay: state s0 = 0x80000000
; assay: state s1 = 0x7fffffff
; assay: expect s2 = 0x7ffffff8
; assay: expect s3 = 0x7fffffff
s_absdiff_i32 s2, s0, 8
s_absdiff_i32 s3, s1, -2
