; V_MQSAD_PK_U16_U8 leaves out reference bytes of 0; V_MQSAD_U32_U8 gives four sums of 32 bits.
; RDNA3 ISA, 16.12 V_MQSAD_U32_U8; Vega ISA, 12.12.  Window 0x88..0x11, reference 4, 0, 2, 1: sums 112, 163, 214, 265.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.sad
; assay: state exec = 1
; assay: state v[2:3] = 0x8877665544332211
; assay: state v4 = 0x04000201
; assay: state v[6:7] = 0
; assay: state v[20:23] = 1, 2, 3, 4
; assay: state v0 = 5
; assay: state v1 = 0
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: expect v0[0:1] = 0x00a30070, 5
; assay: expect v1[0] = 0x010900d6
; assay: expect v8[0] = 113
; assay: expect v9[0] = 165
; assay: expect v10[0] = 217
; assay: expect v11[0] = 269
; assay: observe v0 v1 v8 v9 v10 v11
v_mqsad_pk_u16_u8 v[0:1], v[2:3], v4, v[6:7]
v_mqsad_u32_u8 v[8:11], v[2:3], v4, v[20:23]
