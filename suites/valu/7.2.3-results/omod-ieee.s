; On Vega OMOD is ignored while IEEE is 1, and does its work when IEEE is 0.
; Vega ISA, 6.2.2, 3.5.  MODE 0x300 (no denormals, IEEE 1): 1.0 + 2.0 = 3.0; with IEEE 0: 6.0.  DX10_CLAMP stays 1.
; kills: setreg-whole
; assay: arch gfx906
; assay: rules valu.omod
; assay: state mode = 0x300
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: expect v0[*] = 3.0
; assay: expect v3[*] = 6.0
; assay: expect mode = 0x100
; assay: observe v0 v3 mode
v_add_f32_e64 v0, v1, v2 mul:2
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 9, 1), 0
v_add_f32_e64 v3, v1, v2 mul:2
