; V_CMPX of u32 writes EXEC, for each of its relations.
; RDNA3 ISA, 16.9, Table 114; Vega ISA, 12.9.  Lanes: -5 and 3, 7 and 7, 9 and 2, 1 and -1, without sign.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare.exec
; assay: state exec = 0xf
; assay: state s[2:3] = 0xf
; assay: state v2 = 0xfffffffb, 0x7, 0x9, 0x1
; assay: state v4 = 0x3, 0x7, 0x2, 0xffffffff
; assay: expect s[10:11] = 0x0
; assay: expect s[12:13] = 0x8
; assay: expect s[14:15] = 0x2
; assay: expect s[16:17] = 0xa
; assay: expect s[18:19] = 0x5
; assay: expect s[20:21] = 0xd
; assay: expect s[22:23] = 0x7
; assay: expect s[24:25] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] s[22:23] s[24:25]
v_cmpx_f_u32 v2, v4
s_mov_b64 s[10:11], exec
s_mov_b64 exec, s[2:3]
v_cmpx_lt_u32 v2, v4
s_mov_b64 s[12:13], exec
s_mov_b64 exec, s[2:3]
v_cmpx_eq_u32 v2, v4
s_mov_b64 s[14:15], exec
s_mov_b64 exec, s[2:3]
v_cmpx_le_u32 v2, v4
s_mov_b64 s[16:17], exec
s_mov_b64 exec, s[2:3]
v_cmpx_gt_u32 v2, v4
s_mov_b64 s[18:19], exec
s_mov_b64 exec, s[2:3]
v_cmpx_ne_u32 v2, v4
s_mov_b64 s[20:21], exec
s_mov_b64 exec, s[2:3]
v_cmpx_ge_u32 v2, v4
s_mov_b64 s[22:23], exec
s_mov_b64 exec, s[2:3]
v_cmpx_t_u32 v2, v4
s_mov_b64 s[24:25], exec
s_mov_b64 exec, s[2:3]
