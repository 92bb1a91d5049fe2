; Work-item numbers come in v0, v1, v2 on Vega and packed as x[9:0], y[19:10], z[29:20] in v0 on RDNA3.
; RDNA3 ISA, 3.5.3; Vega ISA, 3.6.  Group 4 x 4 x 4: item 27 = (3, 2, 1).  TIDIG_COMP_CNT 2 = 0x1000.  3 | 2 << 10 | 1 << 20 = 0x100803.
; kills: ids-unpacked
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.vgpr.ids
; assay: group 4 4 4
; assay: grid 4 4 4
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x1000"}
; assay[gfx906]: expect v0[27] = 3
; assay[gfx906]: expect v1[27] = 2
; assay[gfx906]: expect v2[27] = 1
; assay[gfx1100]: expect v0[27] = 0x100803
; assay[gfx906]: observe v0 v1 v2
; assay[gfx1100]: observe v0
s_nop 0
