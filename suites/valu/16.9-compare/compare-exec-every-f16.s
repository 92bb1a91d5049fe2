; V_CMPX of f16 writes EXEC, for each of its relations.
; RDNA3 ISA, 16.9, Table 112; Vega ISA, 12.9.  Lanes: 1.0 and 2.0, -0 and +0, -2.0 and -3.0, NaN and 1.0.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare.exec, float.compare
; assay: state exec = 0xf
; assay: state s[2:3] = 0xf
; assay: state v2 = 0x3c00, 0x8000, 0xc000, 0x7e00
; assay: state v4 = 0x4000, 0x0, 0xc200, 0x3c00
; assay: expect s[10:11] = 0x0
; assay: expect s[12:13] = 0x1
; assay: expect s[14:15] = 0x2
; assay: expect s[16:17] = 0x3
; assay: expect s[18:19] = 0x4
; assay: expect s[20:21] = 0x5
; assay: expect s[22:23] = 0x6
; assay: expect s[24:25] = 0x7
; assay: expect s[26:27] = 0x8
; assay: expect s[28:29] = 0x9
; assay: expect s[30:31] = 0xa
; assay: expect s[32:33] = 0xb
; assay: expect s[34:35] = 0xc
; assay: expect s[36:37] = 0xd
; assay: expect s[38:39] = 0xe
; assay[gfx906]: expect s[40:41] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] s[22:23] s[24:25] s[26:27] s[28:29] s[30:31] s[32:33] s[34:35] s[36:37] s[38:39]
; assay[gfx906]: observe s[40:41]
v_cmpx_f_f16 v2, v4
s_mov_b64 s[10:11], exec
s_mov_b64 exec, s[2:3]
v_cmpx_lt_f16 v2, v4
s_mov_b64 s[12:13], exec
s_mov_b64 exec, s[2:3]
v_cmpx_eq_f16 v2, v4
s_mov_b64 s[14:15], exec
s_mov_b64 exec, s[2:3]
v_cmpx_le_f16 v2, v4
s_mov_b64 s[16:17], exec
s_mov_b64 exec, s[2:3]
v_cmpx_gt_f16 v2, v4
s_mov_b64 s[18:19], exec
s_mov_b64 exec, s[2:3]
v_cmpx_lg_f16 v2, v4
s_mov_b64 s[20:21], exec
s_mov_b64 exec, s[2:3]
v_cmpx_ge_f16 v2, v4
s_mov_b64 s[22:23], exec
s_mov_b64 exec, s[2:3]
v_cmpx_o_f16 v2, v4
s_mov_b64 s[24:25], exec
s_mov_b64 exec, s[2:3]
v_cmpx_u_f16 v2, v4
s_mov_b64 s[26:27], exec
s_mov_b64 exec, s[2:3]
v_cmpx_nge_f16 v2, v4
s_mov_b64 s[28:29], exec
s_mov_b64 exec, s[2:3]
v_cmpx_nlg_f16 v2, v4
s_mov_b64 s[30:31], exec
s_mov_b64 exec, s[2:3]
v_cmpx_ngt_f16 v2, v4
s_mov_b64 s[32:33], exec
s_mov_b64 exec, s[2:3]
v_cmpx_nle_f16 v2, v4
s_mov_b64 s[34:35], exec
s_mov_b64 exec, s[2:3]
v_cmpx_neq_f16 v2, v4
s_mov_b64 s[36:37], exec
s_mov_b64 exec, s[2:3]
v_cmpx_nlt_f16 v2, v4
s_mov_b64 s[38:39], exec
s_mov_b64 exec, s[2:3]
.if gfx906
v_cmpx_tru_f16 v2, v4
s_mov_b64 s[40:41], exec
s_mov_b64 exec, s[2:3]
.endif
