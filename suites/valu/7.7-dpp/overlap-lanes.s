; DPP may write the register it moves: every lane reads the old values.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  A rotation by one of a quad: 101, 102, 103, 100.
; kills: dpp-lane-by-lane
; assay: arch gfx906 gfx1100
; assay: rules valu.sources_first, valu.dpp.move
; assay: state v0 = lane + 100
; assay: expect v0[0:5] = 101, 102, 103, 100, 105, 106
s_nop 1
v_mov_b32_dpp v0, v0 quad_perm:[1,2,3,0] row_mask:0xf bank_mask:0xf
