; V_CMP of i64 writes a bit a lane, for each of its relations.
; RDNA3 ISA, 16.9, Table 114; Vega ISA, 12.9.  Lanes: -5 and 3, 7 and 7, 9 and 2, 1 and -1, signed.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare
; assay: state exec = 0xf
; assay: state v[2:3] = 0xfffffffffffffffb, 0x7, 0x9, 0x1
; assay: state v[4:5] = 0x3, 0x7, 0x2, 0xffffffffffffffff
; assay: state s[10:11] = 0xff
; assay: expect s[10:11] = 0x0
; assay: state s[12:13] = 0xff
; assay: expect s[12:13] = 0x1
; assay: state s[14:15] = 0xff
; assay: expect s[14:15] = 0x2
; assay: state s[16:17] = 0xff
; assay: expect s[16:17] = 0x3
; assay: state s[18:19] = 0xff
; assay: expect s[18:19] = 0xc
; assay: state s[20:21] = 0xff
; assay: expect s[20:21] = 0xd
; assay: state s[22:23] = 0xff
; assay: expect s[22:23] = 0xe
; assay: state s[24:25] = 0xff
; assay: expect s[24:25] = 0xf
; assay: observe s[10:11] s[12:13] s[14:15] s[16:17] s[18:19] s[20:21] s[22:23] s[24:25]
v_cmp_f_i64_e64 s[10:11], v[2:3], v[4:5]
v_cmp_lt_i64_e64 s[12:13], v[2:3], v[4:5]
v_cmp_eq_i64_e64 s[14:15], v[2:3], v[4:5]
v_cmp_le_i64_e64 s[16:17], v[2:3], v[4:5]
v_cmp_gt_i64_e64 s[18:19], v[2:3], v[4:5]
v_cmp_ne_i64_e64 s[20:21], v[2:3], v[4:5]
v_cmp_ge_i64_e64 s[22:23], v[2:3], v[4:5]
v_cmp_t_i64_e64 s[24:25], v[2:3], v[4:5]
