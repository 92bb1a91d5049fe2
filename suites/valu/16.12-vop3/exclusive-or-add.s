; V_XAD_U32 adds to the exclusive or of its first two sources.
; RDNA3 ISA, 16.12 V_XAD_U32; Vega ISA, 12.12.  (0xff ^ 0x0f) + 0x20 = 0x110.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.three
; assay: state v1 = 0xff
; assay: state v2 = 0x0f
; assay: state v3 = 0x20
; assay: expect v0[*] = 0x110
v_xad_u32 v0, v1, v2, v3
