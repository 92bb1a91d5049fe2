; The search for the first bit unlike the sign counts the sign bit itself; of 0 and of -1 it gives -1.
; Vega ISA, 12.3 S_FLBIT_I32 (examples): 0x0000cccc 16, 0xffff3333 16, 0x7fffffff 1, 0x80000000 1; RDNA3 ISA, 6.7 S_CLS_I32.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.count
; assay: state s[8:9] = 0xffffffff0fffffff
; assay: expect s0 = 16
; assay: expect s1 = 16
; assay: expect s2 = 1
; assay: expect s3 = 1
; assay: expect s4 = 0xffffffff
; assay: expect s5 = 0xffffffff
; assay: expect s6 = 32
.if gfx906
s_flbit_i32 s0, 0x0000cccc
s_flbit_i32 s1, 0xffff3333
s_flbit_i32 s2, 0x7fffffff
s_flbit_i32 s3, 0x80000000
s_flbit_i32 s4, 0
s_flbit_i32 s5, -1
s_flbit_i32_i64 s6, s[8:9]
.else
s_cls_i32 s0, 0x0000cccc
s_cls_i32 s1, 0xffff3333
s_cls_i32 s2, 0x7fffffff
s_cls_i32 s3, 0x80000000
s_cls_i32 s4, 0
s_cls_i32 s5, -1
s_cls_i32_i64 s6, s[8:9]
.endif
