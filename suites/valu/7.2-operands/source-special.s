; A vector operation may read SCC as a source: 0 or 1 in every lane.
; RDNA3 ISA, 7.2.1, Table 20; Vega ISA, 6.2, codes 251 to 253.
; kills: condition-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.status_source
; assay: state vcc = 0
; assay: state v1 = 100
; assay: expect v0[*] = 101
; assay[gfx906]: expect v2[*] = 1
; assay[gfx906]: expect v3[*] = 0
s_cmp_eq_u32 0, 0
.if gfx906
v_add_u32 v0, src_scc, v1
v_mov_b32 v2, src_vccz
v_mov_b32 v3, src_execz
.else
v_add_nc_u32 v0, src_scc, v1
.endif
