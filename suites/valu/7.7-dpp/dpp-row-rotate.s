; ROW_ROR:n turns a row of 16 to the right: a lane reads the lane n below it, round the corner.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  By 3: lane 0 reads 13, lane 3 reads 0, lane 16 reads 29.
; kills: lanes-not-moved
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.move
; assay: state v1 = lane + 100
; assay: expect v0[0:4] = 113, 114, 115, 100, 101
; assay: expect v0[16] = 129
; assay: expect v0[31] = 128
s_nop 1
v_mov_b32_dpp v0, v1 row_ror:3 row_mask:0xf bank_mask:0xf
