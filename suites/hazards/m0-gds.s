; The global data share and parameters use M0 on their own, and need a wait state after a scalar write of it.
; Vega ISA, 4.5, Table 8.  The share has 4; P0 = 1.0 and P10 = 2.0 at LDS 0 and 16: 1 + 0.5 * 2 = 2.
; kills: m0-gds-unseen
; assay: arch gfx906
; assay: rules hazard.m0
; assay: memory share space=gds u32=4,5
; assay: lds 512
; assay: lds_bytes 0000803f00000000000000000000000000000040000000000000000000000000
; assay: state exec = 1
; assay: state v0 = 0.5
; assay: state v1 = 0
; assay: state v2 = 0
; assay: expect v2[0] = 4
; assay: expect v3[0] = 2.0
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: observe v2 v3
s_mov_b32 m0, 8
ds_read_b32 v2, v1 gds
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0
v_interp_p1_f32 v3, v0, attr0.x
