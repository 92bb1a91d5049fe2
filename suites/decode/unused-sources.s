; SRC1 and SRC2 of an operation with one source, OP_SEL and OMOD of 32-bit integers: fields without a use, which are ignored.
; RDNA3 ISA, 7.2.1, 7.1 (OPSEL, OMOD); Vega ISA, 13.3.4.  v_mov_b32_e64 v0, v1 with v2 and v3 in SRC1 and SRC2;
; v_sub_nc_u32_e64 (v_sub_u32_e64) v4, v5, v6 with OP_SEL 15 and OMOD 1: 9 - 7 = 2.
; kills: unused-untold
; assay: arch gfx906 gfx1100
; assay: rules decode.unused_field
; assay: state v1 = 11
; assay: state v2 = 22
; assay: state v3 = 33
; assay: state v5 = 9
; assay: state v6 = 7
; assay: expect note decode.unused_field
; assay: expect v0[*] = 11
; assay: expect v4[*] = 2
.if gfx906
.long 0xd1410000, 0x040e0501
.long 0xd1357804, 0x08020d05
.else
.long 0xd5810000, 0x040e0501
.long 0xd5267804, 0x08020d05
.endif
