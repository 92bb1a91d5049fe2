; OP_SEL bit 0 of V_PERMLANE16 is fetch-invalid: an inactive lane gives its value.
; RDNA3 ISA, 7.1 (OPSEL), 16.12 V_PERMLANE16_B32.  Lanes 0 to 15 all read lane 2, which is off.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.permlane
; assay: state exec = 0xfffffffb
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: state s0 = 0x22222222
; assay: expect v0[0:3] = 102, 102, 0x77, 102
; assay: observe v0
v_permlane16_b32 v0, v1, s0, s0 op_sel:[1,0]
