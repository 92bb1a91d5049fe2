; V_BFE takes offset and width from the low five bits of sources 1 and 2; a width of 0 gives 0.
; RDNA3 ISA, 16.12 V_BFE_I32; Vega ISA, 12.12.  Bits 11:8 of 0xf00 are 0xf: 15 or -1.
; kills: bfe-unsigned
; assay: arch gfx906 gfx1100
; assay: rules valu.bitfield
; assay: state v1 = 0x00000f00
; assay: state v2 = 8
; assay: state v3 = 4
; assay: expect v0[*] = 15
; assay: expect v4[*] = 0xffffffff
; assay: expect v5[*] = 0
v_bfe_u32 v0, v1, v2, v3
v_bfe_i32 v4, v1, v2, v3
v_bfe_i32 v5, v1, v2, 0
