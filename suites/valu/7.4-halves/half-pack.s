; V_PACK_B32_F16 joins the halves OP_SEL names, source 0 below source 1.
; RDNA3 ISA, 7.2.2.4, 16.12 V_PACK_B32_F16; Vega ISA, 12.12.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high
; assay: state v1 = 0x11112222
; assay: state v2 = 0x33334444
; assay: expect v0[*] = 0x44441111
; assay: expect v3[*] = 0x33332222
v_pack_b32_f16 v0, v1, v2 op_sel:[1,0,0]
v_pack_b32_f16 v3, v1, v2 op_sel:[0,1,0]
