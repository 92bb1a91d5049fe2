; V_BCNT counts the ones of source 0 and adds source 1.
; RDNA3 ISA, 16.12 V_BCNT_U32_B32; Vega ISA, 12.12.  0xcccccccc has 16: 16 + 100 = 116.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.count
; assay: state v1 = 0xcccccccc
; assay: state v2 = 100
; assay: expect v0[*] = 116
; assay: expect v3[*] = 32
v_bcnt_u32_b32 v0, v1, v2
v_bcnt_u32_b32 v3, -1, 0
