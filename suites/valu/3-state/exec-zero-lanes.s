; With EXEC 0 V_READLANE and V_WRITELANE do their work all the same.
; RDNA3 ISA, 3.2.3 (never skipped); Vega ISA, 3.3.  103 - 16 = 87 goes to lane 5.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules exec.zero, valu.readlane, valu.writelane
; assay: state exec = 0
; assay: state v0 = 9
; assay: state v1 = lane + 100
; assay: expect s0 = 103
; assay: expect v0[4:6] = 9, 87, 9
; assay: observe s0 v0
v_readlane_b32 s0, v1, 3
s_add_u32 s1, s0, -16
v_writelane_b32 v0, s1, 5
