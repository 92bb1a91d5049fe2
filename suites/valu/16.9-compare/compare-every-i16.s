; V_CMP of i16 writes a bit a lane, for each of its relations.
; RDNA3 ISA, 16.9, Table 114; Vega ISA, 12.9.  Lanes: -5 and 3, 7 and 7, 9 and 2, 1 and -1, signed.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare
; assay: state exec = 0xf
; assay: state v2 = 0xfffb, 0x7, 0x9, 0x1
; assay: state v4 = 0x3, 0x7, 0x2, 0xffff
; assay: state s[10:11] = 0xff
; assay: expect s[10:11] = 0x1
; assay: state s[12:13] = 0xff
; assay: expect s[12:13] = 0x2
; assay: state s[14:15] = 0xff
; assay: expect s[14:15] = 0x3
; assay: state s[16:17] = 0xff
; assay: expect s[16:17] = 0xc
; assay: state s[18:19] = 0xff
; assay: expect s[18:19] = 0xd
; assay: state s[20:21] = 0xff
; assay: expect s[20:21] = 0xe
; assay[gfx906]: state s[22:23] = 0xff
; assay[gfx906]: expect s[22:23] = 0x0
; assay[gfx906]: state s[24:25] = 0xff
; assay[gfx906]: expect s[24:25] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21]
; assay[gfx906]: observe s[22:23] s[24:25]
v_cmp_lt_i16_e64 s[10:11], v2, v4
v_cmp_eq_i16_e64 s[12:13], v2, v4
v_cmp_le_i16_e64 s[14:15], v2, v4
v_cmp_gt_i16_e64 s[16:17], v2, v4
v_cmp_ne_i16_e64 s[18:19], v2, v4
v_cmp_ge_i16_e64 s[20:21], v2, v4
.if gfx906
v_cmp_f_i16_e64 s[22:23], v2, v4
v_cmp_t_i16_e64 s[24:25], v2, v4
.endif
