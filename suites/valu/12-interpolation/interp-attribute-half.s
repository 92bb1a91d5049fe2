; 16-bit parameters: HIGH chooses the half of each dword of LDS; of V_INTERP_P1LV_F16 also the half of source 2.
; Vega ISA, 12.12.  High halves: P0 = 3 (0x4200), P10 = 2 (0x4000), P20 = 1 (0x3c00): 3 + 0.5 * 2 = 4, 4 + 0.25 = 4.25 (0x4440); low halves
; 1, 1, 1: 1.5, and 1.5 + 0.25 = 1.75 (0x3f00).  The legacy form clears the other half, the newer keeps it.
; kills: half-swapped
; assay: arch gfx906
; assay: rules interp.parameter
; assay: lds = 512
; assay: lds_bytes = 003c0042000000000000000000000000003c0040000000000000000000000000003c003c000000000000000000000000
; assay: state m0 = 0
; assay: state v0 = 0.5
; assay: state v1 = 0.25
; assay: state v6 = 0x42003c00
; assay: state v7 = 0x12345678
; assay: state v8 = 0x12345678
; assay: expect v2[*] = 4.0
; assay: expect v3[*] = 1.5
; assay: expect v4[*] = 4.0
; assay: expect v7[*] = 0x12344440
; assay: expect v8[*] = 0x00003f00
v_interp_p1ll_f16 v2, v0, attr0.x high
v_interp_p1ll_f16 v3, v0, attr0.x
v_interp_p1lv_f16 v4, v0, attr0.x, v6 high
v_interp_p2_f16 v7, v1, attr0.x, v2 high
v_interp_p2_legacy_f16 v8, v1, attr0.x, v3
