; V_MBCNT counts the ones of a mask below the lane: the low half of the wave, then the high half.
; RDNA3 ISA, 16.12 V_MBCNT_LO_U32_B32; Vega ISA, 12.12.  With all ones every lane gets its own number.  Lane 2 is off at the end.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.mbcnt
; assay: state v1 = 9
; assay: expect v0[0:3] = 0, 1, 2, 3
; assay: expect v0[31] = 31
; assay[64]: expect v0[40] = 40
; assay: expect v1[0:3] = 4, 4, 9, 4
; assay: observe v0 v1
v_mbcnt_lo_u32_b32 v0, -1, 0
v_mbcnt_hi_u32_b32 v0, -1, v0
s_mov_b32 exec_lo, -5
v_mov_b32 v1, 4
