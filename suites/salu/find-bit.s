; The searches for the first bit give -1 when there is none.
; RDNA3 ISA, 16.3 S_CTZ_I32_B32, S_CLZ_I32_U32, S_CLS_I32; Vega ISA, 12.3 S_FF1, S_FLBIT.
; 0x00000a00: lowest one at 9, highest at 11, so 20 zeros above it; 0xfffff000: 20 sign bits.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.count
; assay: expect s0 = 9
; assay: expect s1 = 20
; assay: expect s2 = 20
; assay: expect s3 = 0xffffffff
.if gfx906
s_ff1_i32_b32 s0, 0xa00
s_flbit_i32_b32 s1, 0xa00
s_flbit_i32 s2, 0xfffff000
s_ff1_i32_b32 s3, 0
.else
s_ctz_i32_b32 s0, 0xa00
s_clz_i32_u32 s1, 0xa00
s_cls_i32 s2, 0xfffff000
s_ctz_i32_b32 s3, 0
.endif
