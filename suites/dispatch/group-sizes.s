; NUM_THREAD_X, Y and Z are the sizes of a group; its items are counted in the order x, y, z.
; RDNA3 ISA, 3.5.3; Vega ISA, 3.6.  5 * 3 * 2 = 30 items: EXEC is 0x3fffffff.  Item 29 is (4, 2, 1), item 16 (1, 0, 1).
; Packed: 4 | 2 << 10 | 1 << 20 = 0x100804, 1 | 1 << 20 = 0x100001.  TIDIG_COMP_CNT 2 << 11 = 0x1000.
; kills: ids-unpacked
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.waves, dispatch.vgpr.ids
; assay: registers {"COMPUTE_NUM_THREAD_X": 5, "COMPUTE_NUM_THREAD_Y": 3, "COMPUTE_NUM_THREAD_Z": 2, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x1000"}
; assay: expect exec = 0x3fffffff
; assay[gfx906]: expect v0[29] = 4
; assay[gfx906]: expect v1[29] = 2
; assay[gfx906]: expect v2[29] = 1
; assay[gfx906]: expect v0[16] = 1
; assay[gfx906]: expect v1[16] = 0
; assay[gfx1100]: expect v0[29] = 0x100804
; assay[gfx1100]: expect v0[16] = 0x100001
; assay[gfx906]: observe exec v0 v1 v2
; assay[gfx1100]: observe exec v0
s_nop 0
