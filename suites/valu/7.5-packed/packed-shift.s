; Packed shifts take four bits of each half of the count.
; RDNA3 ISA, 7.5, 16.10 V_PK_LSHLREV_B16; Vega ISA, 12.10.  Counts {17, 4}: {0x8001 << 1, 0xff00 << 4} = {0x0002, 0xf000}; right {0x4000, 0x0ff0}; with sign {0xc000, 0xfff0}.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed, valu.shift
; assay: state v1 = 0x00110004
; assay: state v2 = 0x8001ff00
; assay: expect v0[*] = 0x0002f000
; assay: expect v3[*] = 0x40000ff0
; assay: expect v4[*] = 0xc000fff0
v_pk_lshlrev_b16 v0, v1, v2
v_pk_lshrrev_b16 v3, v1, v2
v_pk_ashrrev_i16 v4, v1, v2
