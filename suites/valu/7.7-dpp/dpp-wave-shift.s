; WAVE_SHL:1 lets every lane read the next one, across rows; the last has none.  WAVE_SHR:1 goes the other way.
; Vega ISA, 13.3.9.  Lane 15 reads 16; lane 63 keeps 7.  Lane 16 reads 15; lane 0 keeps 7.
; kills: lanes-not-moved
; assay: arch gfx906
; assay: rules valu.dpp.move, valu.dpp.bounds
; assay: state v0 = 7
; assay: state v2 = 7
; assay: state v1 = lane + 100
; assay: expect v0[15] = 116
; assay: expect v0[31] = 132
; assay: expect v0[62] = 163
; assay: expect v0[63] = 7
; assay: expect v2[0] = 7
; assay: expect v2[1] = 100
; assay: expect v2[16] = 115
; assay: expect v2[63] = 162
s_nop 1
v_mov_b32_dpp v0, v1 wave_shl:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v2, v1 wave_shr:1 row_mask:0xf bank_mask:0xf
