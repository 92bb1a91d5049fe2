; The lane of V_READLANE may stand in an SGPR or M0; its upper bits are ignored.
; RDNA3 ISA, 7.2.1; Vega ISA, 6.2.1.  70 is lane 6 in either wave size; 19 - 16 is lane 3, off or not.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.readlane
; assay: state exec = 1
; assay: state s2 = 70
; assay: state s3 = 19
; assay: state v1 = lane + 100
; assay: expect s0 = 106
; assay: expect s1 = 103
; assay: observe s0 s1
s_add_u32 m0, s3, -16
v_readlane_b32 s0, v1, s2
v_readlane_b32 s1, v1, m0
