; Minimum and maximum order -1 below 1 when signed and above it when not.
; RDNA3 ISA, 16.7 V_MIN_I32; Vega ISA, 12.7.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.minmax
; assay: state v1 = 0xffffffff
; assay: state v2 = 1
; assay: expect v0[*] = 0xffffffff
; assay: expect v3[*] = 1
; assay: expect v4[*] = 1
; assay: expect v5[*] = 0xffffffff
v_min_i32 v0, v1, v2
v_max_i32 v3, v1, v2
v_min_u32 v4, v1, v2
v_max_u32 v5, v1, v2
