; Any other scalar register of wave32 holds a mask, and VCC_HI any data.
; RDNA3 ISA, 3.4.6.  3 - 4 borrows in every lane; lanes 0 and 1 of the mask in s7 take source 1, VCC_HI's 9.
; kills: cndmask-inverted
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.mask.high
; assay: state v1 = 4
; assay: state s7 = 3
; assay: state vcc = 0x900000000
; assay: expect s5 = 0xffffffff
; assay: expect v0[0:1] = 9
; assay: expect v0[2:31] = 4
v_sub_co_u32 v2, s5, 3, v1
v_cndmask_b32_e64 v0, v1, vcc_hi, s7
