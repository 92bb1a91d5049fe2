; V_READLANE reads a lane whether it is on or not, by a number modulo the wave size; V_WRITELANE writes one.
; RDNA3 ISA, 7.2.1, 16.12 V_READLANE_B32; Vega ISA, 12.12.  -16 is lane 48 of 64, lane 16 of 32.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.readlane, valu.writelane
; assay: state exec = 1
; assay: state v1 = lane + 100
; assay: state v2 = 0
; assay[32]: expect s0 = 116
; assay[64]: expect s0 = 148
; assay: expect s1 = 105
; assay: expect v2[0:3] = 0, 0, 105, 0
; assay: observe s0 s1 v2
v_readlane_b32 s0, v1, -16
v_readlane_b32 s1, v1, 5
v_writelane_b32 v2, s1, 2
