; V_MQSAD_U32_U8 may add to the four registers it writes.
; RDNA3 ISA, 16.12 V_MQSAD_U32_U8; Vega ISA, 12.12.  Sums 112, 163, 214, 265 (as in sad-quad-masked) plus 1, 2, 3, 4.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.sources_first, valu.sad
; assay: state exec = 1
; assay: state v[2:3] = 0x8877665544332211
; assay: state v4 = 0x04000201
; assay: state v8 = 1
; assay: state v9 = 2
; assay: state v10 = 3
; assay: state v11 = 4
; assay: expect v8[0:1] = 113, 1
; assay: expect v9[0] = 165
; assay: expect v10[0] = 217
; assay: expect v11[0] = 269
; assay: observe v8 v9 v10 v11
v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[8:11]
