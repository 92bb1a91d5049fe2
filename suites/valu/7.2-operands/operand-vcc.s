; VCC is two SGPRs, codes 106 and 107: VALU may read either half as data.
; RDNA3 ISA, 7.2, Table 26; Vega ISA, 6.2.1.  0x70000000 + 5 and 0x30000000 + 5.  Lane 1 is off.
; kills: vcc-high-low
; assay: arch gfx906 gfx1100
; assay: rules decode.scalar_source
; assay: state exec = 1
; assay: state vcc = 0x3000000070000000
; assay: state v0 = 9
; assay: state v1 = 5
; assay: expect v0[0:1] = 0x70000005, 9
; assay: expect v2[0] = 0x30000005
; assay: observe v0 v2
.if gfx906
v_add_u32 v0, vcc_lo, v1
v_add_u32 v2, vcc_hi, v1
.else
v_add_nc_u32 v0, vcc_lo, v1
v_add_nc_u32 v2, vcc_hi, v1
.endif
