; V_FFBH_U32 counts zeros from the top, V_FFBL_B32 from the bottom, V_FFBH_I32 bits like the sign; -1 when there is none.
; Vega ISA, 12.8 (examples): FFBH_U32 0x100000ff 3, 1 31, 0 -1; FFBL 0xff000008 3, 0x80000000 31; FFBH_I32 0x0fffffff 4, 0xfffffffe 31, -1 -1.  RDNA3 ISA, 16.8 V_CLZ, V_CTZ, V_CLS.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.find
; assay: state exec = 7
; assay: state v1 = 0x100000ff, 1, 0
; assay: state v2 = 0xff000008, 0x80000000, 0
; assay: state v3 = 0x0fffffff, 0xfffffffe, 0xffffffff
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v0[0:2] = 3, 31, 0xffffffff
; assay: expect v4[0:2] = 3, 31, 0xffffffff
; assay: expect v5[0:2] = 4, 31, 0xffffffff
; assay: observe v0 v4 v5
.if gfx906
v_ffbh_u32 v0, v1
v_ffbl_b32 v4, v2
v_ffbh_i32 v5, v3
.else
v_clz_i32_u32 v0, v1
v_ctz_i32_b32 v4, v2
v_cls_i32 v5, v3
.endif
