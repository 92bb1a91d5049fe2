; Signed and unsigned compares differ in the sign bit, in 16, 32 and 64 bits.
; RDNA3 ISA, 16.9, Table 115; Vega ISA, 12.9.  All ones is -1, less than 1, or the largest number.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare
; assay: state exec = 1
; assay: state v0 = 7
; assay: state v[2:3] = 0xffffffffffffffff
; assay: state v[4:5] = 1
; assay: expect s[10:11] = 1
; assay: expect s[12:13] = 0
; assay: expect s[14:15] = 1
; assay: expect s[16:17] = 0
; assay: expect s[18:19] = 1
; assay: expect s[20:21] = 0
; assay: expect v0[0:1] = 5, 7
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] v0
v_cmp_lt_i32_e64 s[10:11], v2, v4
v_cmp_lt_u32_e64 s[12:13], v2, v4
v_cmp_lt_i16_e64 s[14:15], v2, v4
v_cmp_lt_u16_e64 s[16:17], v2, v4
v_cmp_lt_i64_e64 s[18:19], v[2:3], v[4:5]
v_cmp_lt_u64_e64 s[20:21], v[2:3], v[4:5]
v_mov_b32 v0, 5
