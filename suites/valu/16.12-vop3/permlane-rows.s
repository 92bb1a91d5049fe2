; V_PERMLANE16 stays within each row of 16, in wave64 too.
; RDNA3 ISA, 16.12 V_PERMLANE16_B32.  Every lane reads lane 3 of its row.
; kills: upper-half-copied
; assay: arch gfx1100
; assay: wave 64
; assay: rules valu.permlane
; assay: state v1 = lane + 100
; assay: state s0 = 0x33333333
; assay: expect v0[0] = 103
; assay: expect v0[17] = 119
; assay: expect v0[40] = 135
; assay: expect v0[63] = 151
; assay: observe v0
v_permlane16_b32 v0, v1, s0, s0
