; V_CMPX of u64 writes EXEC, for each of its relations.
; RDNA3 ISA, 16.9, Table 114; Vega ISA, 12.9.  Lanes: -5 and 3, 7 and 7, 9 and 2, 1 and -1, without sign.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare.exec
; assay: state exec = 0xf
; assay: state s[2:3] = 0xf
; assay: state v[2:3] = 0xfffffffffffffffb, 0x7, 0x9, 0x1
; assay: state v[4:5] = 0x3, 0x7, 0x2, 0xffffffffffffffff
; assay: expect s[10:11] = 0x0
; assay: expect s[12:13] = 0x8
; assay: expect s[14:15] = 0x2
; assay: expect s[16:17] = 0xa
; assay: expect s[18:19] = 0x5
; assay: expect s[20:21] = 0xd
; assay: expect s[22:23] = 0x7
; assay: expect s[24:25] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] s[22:23] s[24:25]
v_cmpx_f_u64 v[2:3], v[4:5]
s_mov_b64 s[10:11], exec
s_mov_b64 exec, s[2:3]
v_cmpx_lt_u64 v[2:3], v[4:5]
s_mov_b64 s[12:13], exec
s_mov_b64 exec, s[2:3]
v_cmpx_eq_u64 v[2:3], v[4:5]
s_mov_b64 s[14:15], exec
s_mov_b64 exec, s[2:3]
v_cmpx_le_u64 v[2:3], v[4:5]
s_mov_b64 s[16:17], exec
s_mov_b64 exec, s[2:3]
v_cmpx_gt_u64 v[2:3], v[4:5]
s_mov_b64 s[18:19], exec
s_mov_b64 exec, s[2:3]
v_cmpx_ne_u64 v[2:3], v[4:5]
s_mov_b64 s[20:21], exec
s_mov_b64 exec, s[2:3]
v_cmpx_ge_u64 v[2:3], v[4:5]
s_mov_b64 s[22:23], exec
s_mov_b64 exec, s[2:3]
v_cmpx_t_u64 v[2:3], v[4:5]
s_mov_b64 s[24:25], exec
s_mov_b64 exec, s[2:3]
