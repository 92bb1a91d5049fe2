; V_SWAPREL swaps what is known of a register of which lane 1 is not.
; RDNA3 ISA, 7.8, 16.8 V_SWAPREL_B32.  M0[25:16] = 1 moves v3 to v4, M0[9:0] = 2 moves v6 to v8.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state m0 = 0x10002
; assay: state v2 = lane + 100
; assay: state v8 = 8
; assay: state exec = 0xfffffffd
; assay: expect v4[0] = 8
; assay: expect v4[2:4] = 8, 8, 8
; assay: expect v8[0] = 100
; assay: expect v8[2:4] = 102, 103, 104
; assay: observe v4 v8
v_mov_b32 v4, v2
s_mov_b32 exec_lo, -1
v_swaprel_b32 v3, v6
