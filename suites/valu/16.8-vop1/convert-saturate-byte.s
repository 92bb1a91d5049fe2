; V_SAT_PK_U8_I16 holds two signed halves between 0 and 255 and packs them into the low half; Vega clears the other one.
; RDNA3 ISA, 16.8 V_SAT_PK_U8_I16, 7.4; Vega ISA, 12.8: "D.u32 = {16'b0, sat8(S.u[31:16]), sat8(S.u[15:0])}", and errata
; E-070.  {-1, 256}: low half's 256 gives 0xff in byte 0, high half's -1 gives 0 in byte 1.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.convert.pack
; assay: state v0 = 0x12340000
; assay: state v1 = 0xffff0100
; assay[gfx906]: expect v0[*] = 0xff
; assay[gfx1100]: expect v0[*] = 0x123400ff
v_sat_pk_u8_i16 v0, v1
