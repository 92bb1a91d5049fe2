; The 16-bit operations that came with GFX9 keep the other half of their result.
; Vega ISA, 12.8 V_SAT_PK_U8_I16, and errata E-070.  {300, -5} saturate to the bytes {255, 0} = 0xff00.
; kills: half-swapped
; assay: arch gfx906
; assay: rules valu.half.keep
; assay: state v2 = 0x12340000
; assay: state v3 = 0x012cfffb
; assay: expect v2[*] = 0x1234ff00
v_sat_pk_u8_i16 v2, v3
