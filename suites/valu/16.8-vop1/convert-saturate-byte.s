; V_SAT_PK_U8_I16 holds two signed halves between 0 and 255 and packs them into the low half.
; RDNA3 ISA, 16.8 V_SAT_PK_U8_I16; Vega ISA, 12.8.  {-1, 256}: low half's 256 gives 0xff in byte 0, high half's -1 gives 0 in byte 1.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.convert.pack
; assay: state v0 = 0x12340000
; assay: state v1 = 0xffff0100
; assay: expect v0[*] = 0x123400ff
v_sat_pk_u8_i16 v0, v1
