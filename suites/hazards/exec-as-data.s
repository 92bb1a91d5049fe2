; A vector operation that reads EXECZ as data needs 5 wait states after V_CMPX.
; Vega ISA, 4.5, Table 8.  All lanes pass: EXECZ is 0.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vccz.data, decode.status_source
; assay: state v1 = lane
; assay: expect v0[*] = 0
; assay: expect finding hazard.vccz.data
v_cmpx_eq_u32 vcc, v1, v1
s_nop 3
v_mov_b32 v0, src_execz
