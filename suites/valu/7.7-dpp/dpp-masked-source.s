; A masked lane is not written; it is read like any other.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9 (masks gate the destination).  Bank 0 is masked: lane 4 still reads lane 3 by row_shr:1.
; kills: row-mask-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.masks
; assay: state v0 = 7
; assay: state v1 = lane + 100
; assay: expect v0[0:5] = 7, 7, 7, 7, 103, 104
; assay: expect v0[16] = 7
s_nop 1
v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xe
