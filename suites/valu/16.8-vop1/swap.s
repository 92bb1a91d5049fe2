; V_SWAP_B32 exchanges two registers in the active lanes.
; RDNA3 ISA, 16.8 V_SWAP_B32; Vega ISA, 12.8.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.swap
; assay: state exec = 5
; assay: state v0 = 10
; assay: state v1 = 20
; assay: expect v0[0:3] = 20, 10, 20, 10
; assay: expect v1[0:3] = 10, 20, 10, 20
; assay: observe v0 v1
v_swap_b32 v0, v1
