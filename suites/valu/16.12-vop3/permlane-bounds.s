; OP_SEL bit 1 of V_PERMLANE16 is bound control: without fetch-invalid an inactive lane gives 0.
; RDNA3 ISA, 7.1 (OPSEL), 7.7.1, Table 31.  Lanes 0 to 15 all read lane 2, which is off.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.permlane
; assay: state exec = 0xfffffffb
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: state s0 = 0x22222222
; assay: expect v0[0:3] = 0, 0, 0x77, 0
; assay: observe v0
v_permlane16_b32 v0, v1, s0, s0 op_sel:[0,1]
