; V_CVT_PKACCUM_U8_F32 keeps the other bytes of the register it writes, so of the indexed one.
; Vega ISA, 6.6.2, 12.12 V_CVT_PKACCUM_U8_F32.  v0 + 1 = v1: byte 2 becomes 7.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special, valu.byte
; assay: state v0 = 0x11111111
; assay: state v1 = 0x22222222
; assay: state v4 = 7.0
; assay: state v5 = 2
; assay: expect v0[*] = 0x11111111
; assay: expect v1[*] = 0x22072222
; assay: observe v0 v1
s_set_gpr_idx_on 1, gpr_idx(DST)
v_cvt_pkaccum_u8_f32 v0, v4, v5
s_set_gpr_idx_off
