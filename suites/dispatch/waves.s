; A group is cut into waves in the order x, y, z: item 64 of 32 x 4 is lane 0 of the second wave64, with y = 2.
; RDNA3 ISA, 3.5.3; Vega ISA, 3.6.  TIDIG_COMP_CNT 1 = 0x800.  Packed: y << 10 = 0x800.
; kills: ids-unpacked
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.waves, dispatch.vgpr.ids
; assay: group 32 4 1
; assay: grid 32 4 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x800"}
; assay[gfx906]: expect waves[1] v1[0] = 2
; assay[gfx906]: expect waves[1] v0[33] = 1
; assay[gfx906]: expect waves[1] v1[33] = 3
; assay[gfx1100]: expect waves[1] v0[0] = 0x800
; assay[gfx1100]: expect waves[1] v0[33] = 0xc01
; assay[gfx906]: observe v0 v1
; assay[gfx1100]: observe v0
s_nop 0
