; A group may hold 1024 work items: sixteen waves of 64, the most there are.
; RDNA3 ISA, 2.1; Vega ISA, 2.1.  The last wave has the items from 15 * 64 = 960 on.
; kills: group-limit-one-short
; assay: arch gfx906
; assay: wave 64
; assay: rules dispatch.vgpr.ids
; assay: group 1024 1 1
; assay: grid 1024 1 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0}
; assay: expect waves[15] v1[0:1] = 960, 961
; assay: observe v1
v_mov_b32 v1, v0
