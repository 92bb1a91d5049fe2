; The sum of a row of 16 lanes by four DPP rotations: every lane ends with 0 + 1 + … + 15 = 120, the second row with 16 * 16 + 120 = 376.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.move, decode.dpp16
; assay: state v0 = lane
; assay: state v9 = 5
; assay: expect v0[0:1] = 120, 120
; assay: expect v0[16] = 376
; assay: expect v0[31] = 376
; assay: expect v9[0:1] = 6, 5
; assay: observe v0 v9
.macro fold n
s_nop 1
.if gfx906
v_add_u32_dpp v0, v0, v0 row_ror:\n row_mask:0xf bank_mask:0xf
.else
v_add_nc_u32_dpp v0, v0, v0 row_ror:\n row_mask:0xf bank_mask:0xf
.endif
.endm
fold 8
fold 4
fold 2
fold 1
s_mov_b64 exec, 1
v_mov_b32 v9, 6
