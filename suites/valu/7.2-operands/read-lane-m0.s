; V_READLANE with M0 as its destination writes M0.
; RDNA3 ISA, 7.1 (VDST cannot be M0 or EXEC), and errata E-156.  The words are v_readlane_b32 m0, v1, 0: 100 - 16 = 84.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules valu.readlane
; assay: state v1 = lane + 100
; assay: expect s0 = 84
; assay: observe s0
.long 0xd760007d, 0x00010101
s_add_u32 s0, m0, -16
