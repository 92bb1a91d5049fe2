; With FI an out-of-range lane takes 0.
; RDNA3 ISA, 7.7.1, Table 31, and errata E-063.  row_shr:1: lane 0 has no source; lane 1 is off.
; kills: exec-ignored
; assay: arch gfx1100
; assay: rules valu.dpp.fi, valu.dpp.bounds
; assay: state exec = 0xfffffffd
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[0:3] = 0, 0x77, 101, 102
; assay: observe v0
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf fi:1
