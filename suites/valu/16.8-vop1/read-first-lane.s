; V_READFIRSTLANE reads the lowest lane that is on; with none on, lane 0.
; RDNA3 ISA, 16.8 V_READFIRSTLANE_B32; Vega ISA, 12.8.  EXEC = 0b101000: lane 3.
; kills: first-lane-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.readfirstlane
; assay: state exec = 0x28
; assay: state v1 = lane + 100
; assay: expect s0 = 103
; assay: expect s1 = 100
v_readfirstlane_b32 s0, v1
s_mov_b64 exec, 0
v_readfirstlane_b32 s1, v1
