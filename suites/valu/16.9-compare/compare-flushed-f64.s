; Where MODE flushes operands every relation sees zeros in place of subnormals.
; RDNA3 ISA, 7.2.4, 16.9, Table 112; Vega ISA, 6.4, 12.9.  MODE = 0x330.  All four lanes compare subnormals or zeros: equal and ordered.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules float.compare, float.denorm.in
; assay: state mode = 0x330
; assay: state exec = 0xf
; assay: state v[2:3] = 0x1, 0x0, 0x1, 0x8000000000000002
; assay: state v[4:5] = 0x0, 0x8000000000000001, 0x3, 0x1
; assay: expect s[10:11] = 0x0
; assay: expect s[12:13] = 0xf
; assay: expect s[14:15] = 0xf
; assay: expect s[16:17] = 0x0
; assay: expect s[18:19] = 0x0
; assay: expect s[20:21] = 0xf
; assay: expect s[22:23] = 0xf
; assay: expect s[24:25] = 0x0
; assay: expect s[26:27] = 0x0
; assay: expect s[28:29] = 0xf
; assay: expect s[30:31] = 0xf
; assay: expect s[32:33] = 0x0
; assay: expect s[34:35] = 0x0
; assay: expect s[36:37] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] s[22:23] s[24:25] s[26:27] s[28:29] s[30:31] s[32:33] s[34:35] s[36:37]
v_cmp_lt_f64_e64 s[10:11], v[2:3], v[4:5]
v_cmp_eq_f64_e64 s[12:13], v[2:3], v[4:5]
v_cmp_le_f64_e64 s[14:15], v[2:3], v[4:5]
v_cmp_gt_f64_e64 s[16:17], v[2:3], v[4:5]
v_cmp_lg_f64_e64 s[18:19], v[2:3], v[4:5]
v_cmp_ge_f64_e64 s[20:21], v[2:3], v[4:5]
v_cmp_o_f64_e64 s[22:23], v[2:3], v[4:5]
v_cmp_u_f64_e64 s[24:25], v[2:3], v[4:5]
v_cmp_nge_f64_e64 s[26:27], v[2:3], v[4:5]
v_cmp_nlg_f64_e64 s[28:29], v[2:3], v[4:5]
v_cmp_ngt_f64_e64 s[30:31], v[2:3], v[4:5]
v_cmp_nle_f64_e64 s[32:33], v[2:3], v[4:5]
v_cmp_neq_f64_e64 s[34:35], v[2:3], v[4:5]
v_cmp_nlt_f64_e64 s[36:37], v[2:3], v[4:5]
