; Fetch-invalid of V_PERMLANEX16 reads lanes of the other row that are off.
; RDNA3 ISA, 7.1 (OPSEL), 16.12 V_PERMLANEX16_B32.  Row 1 is off; every lane of row 0 reads lane 18.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.permlane
; assay: state exec = 0x0000ffff
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: state s0 = 0x22222222
; assay: expect v0[0:1] = 118, 118
; assay: expect v0[15:16] = 118, 0x77
; assay: observe v0
v_permlanex16_b32 v0, v1, s0, s0 op_sel:[1,0]
