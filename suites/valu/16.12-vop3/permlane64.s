; V_PERMLANE64 swaps the halves of a wave64 and does nothing in wave32; inactive lanes are read, not written.
; RDNA3 ISA, 16.8 V_PERMLANE64_B32, and errata E-076.
; kills: exec-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.permlane
; assay: state exec = 1
; assay: state v0 = 7
; assay: state v1 = lane + 100
; assay[32]: expect v0[0:1] = 7, 7
; assay[64]: expect v0[0:1] = 132, 7
; assay: state v2 = 5
; assay: expect v2[0:1] = 6, 5
; assay: observe v0 v2
v_permlane64_b32 v0, v1
v_mov_b32 v2, 6
