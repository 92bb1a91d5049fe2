; S_SEXT_I32_I8 and S_SEXT_I32_I16 copy bit 7 or bit 15 upwards, drop what was above it, and leave SCC alone.
; RDNA3 ISA, 6.4; Vega ISA, 5.4.  0x12345680: byte 0x80 is -128 = 0xffffff80, half 0x5680 is positive; half 0x8001 = 0xffff8001; byte 0x7f = 127.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.extend
; assay: state scc = 1
; assay: expect s0 = 0xffffff80
; assay: expect s1 = 0x00005680
; assay: expect s2 = 0xffff8001
; assay: expect s3 = 0x0000007f
; assay: expect scc = 1
; assay: observe s0 s1 s2 s3 scc
s_sext_i32_i8 s0, 0x12345680
s_sext_i32_i16 s1, 0x12345680
s_sext_i32_i16 s2, 0x00008001
s_sext_i32_i8 s3, 0xffffff7f
