; With TIDIG_COMP_CNT 0 only the x number comes.
; RDNA3 ISA, 3.5.3; Vega ISA, 3.6.  Group 8 x 8: item 9 = (1, 1); v0 holds 1 on both.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.vgpr.ids, dispatch.waves
; assay: group 8 7 1
; assay: grid 8 7 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0003", "COMPUTE_PGM_RSRC2": 0}
; assay: expect v0[9] = 1
; assay: expect v5[0] = 1
; assay: expect v5[56] = 0 mask 0
; assay: expect exec = 0x00ffffffffffffff
; assay: expect vcc = 0xfefefefefefefe
; assay: observe v0 v5 exec vcc
v_mov_b32 v5, 1
v_cmp_lt_u32 vcc, 0, v0
