; With the result's OP_SEL bit the legacy forms write the high half and keep the low one, as the others do.
; Vega ISA, 12.12 V_MAD_LEGACY_U16.  2 * 3 + 4 = 10.
; kills: half-swapped
; assay: arch gfx906
; assay: rules valu.half.high, valu.half.keep
; assay: state v0 = 0x11112222
; assay: state v4 = 0x11112222
; assay: state v1 = 2
; assay: state v2 = 3
; assay: state v3 = 4
; assay: expect v0[*] = 0x000a2222
; assay: expect v4[*] = 0x000a2222
v_mad_u16 v0, v1, v2, v3 op_sel:[0,0,0,1]
v_mad_i16 v4, v1, v2, v3 op_sel:[0,0,0,1]
