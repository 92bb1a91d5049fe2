; V_CMP of f32 writes a bit a lane, for each of its relations.
; RDNA3 ISA, 16.9, Table 112; Vega ISA, 12.9.  Lanes: 1.0 and 2.0, -0 and +0, -2.0 and -3.0, NaN and 1.0.
; kills: compare-lg-unordered
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare, float.compare
; assay: state exec = 0xf
; assay: state v2 = 0x3f800000, 0x80000000, 0xc0000000, 0x7fc00000
; assay: state v4 = 0x40000000, 0x0, 0xc0400000, 0x3f800000
; assay: state s[10:11] = 0xff
; assay: expect s[10:11] = 0x0
; assay: state s[12:13] = 0xff
; assay: expect s[12:13] = 0x1
; assay: state s[14:15] = 0xff
; assay: expect s[14:15] = 0x2
; assay: state s[16:17] = 0xff
; assay: expect s[16:17] = 0x3
; assay: state s[18:19] = 0xff
; assay: expect s[18:19] = 0x4
; assay: state s[20:21] = 0xff
; assay: expect s[20:21] = 0x5
; assay: state s[22:23] = 0xff
; assay: expect s[22:23] = 0x6
; assay: state s[24:25] = 0xff
; assay: expect s[24:25] = 0x7
; assay: state s[26:27] = 0xff
; assay: expect s[26:27] = 0x8
; assay: state s[28:29] = 0xff
; assay: expect s[28:29] = 0x9
; assay: state s[30:31] = 0xff
; assay: expect s[30:31] = 0xa
; assay: state s[32:33] = 0xff
; assay: expect s[32:33] = 0xb
; assay: state s[34:35] = 0xff
; assay: expect s[34:35] = 0xc
; assay: state s[36:37] = 0xff
; assay: expect s[36:37] = 0xd
; assay: state s[38:39] = 0xff
; assay: expect s[38:39] = 0xe
; assay[gfx906]: state s[40:41] = 0xff
; assay[gfx906]: expect s[40:41] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] s[22:23] s[24:25] s[26:27] s[28:29] s[30:31] s[32:33] s[34:35] s[36:37] s[38:39]
; assay[gfx906]: observe s[40:41]
v_cmp_f_f32_e64 s[10:11], v2, v4
v_cmp_lt_f32_e64 s[12:13], v2, v4
v_cmp_eq_f32_e64 s[14:15], v2, v4
v_cmp_le_f32_e64 s[16:17], v2, v4
v_cmp_gt_f32_e64 s[18:19], v2, v4
v_cmp_lg_f32_e64 s[20:21], v2, v4
v_cmp_ge_f32_e64 s[22:23], v2, v4
v_cmp_o_f32_e64 s[24:25], v2, v4
v_cmp_u_f32_e64 s[26:27], v2, v4
v_cmp_nge_f32_e64 s[28:29], v2, v4
v_cmp_nlg_f32_e64 s[30:31], v2, v4
v_cmp_ngt_f32_e64 s[32:33], v2, v4
v_cmp_nle_f32_e64 s[34:35], v2, v4
v_cmp_neq_f32_e64 s[36:37], v2, v4
v_cmp_nlt_f32_e64 s[38:39], v2, v4
.if gfx906
v_cmp_tru_f32_e64 s[40:41], v2, v4
.endif
