; WAVE_ROL:1 and WAVE_ROR:1 turn the whole wave by one lane.
; Vega ISA, 13.3.9.  Left: lane 0 reads 1, lane 63 reads 0.  Right: lane 0 reads 63.
; kills: lanes-not-moved
; assay: arch gfx906
; assay: rules valu.dpp.move
; assay: state v1 = lane + 100
; assay: expect v0[0] = 101
; assay: expect v0[31] = 132
; assay: expect v0[63] = 100
; assay: expect v2[0] = 163
; assay: expect v2[32] = 131
s_nop 1
v_mov_b32_dpp v0, v1 wave_rol:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v2, v1 wave_ror:1 row_mask:0xf bank_mask:0xf
