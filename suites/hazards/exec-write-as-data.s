; A vector operation that reads EXECZ as data needs 5 wait states after any VALU write of EXEC.
; Vega ISA, 4.5, Table 8.  All lanes stay on: EXECZ is 0.
; kills: exec-by-compare-only
; assay: arch gfx906
; assay: rules hazard.vccz.data, decode.status_source
; assay: state v1 = lane
; assay: state v3 = 0xffffffff
; assay: expect v0[*] = 0
; assay: expect v2[*] = 0
; assay: expect finding hazard.vccz.data
; assay: expect finding hazard.vccz.data
v_cmp_eq_u32 exec, v1, v1
s_nop 3
v_mov_b32 v0, src_execz
v_readfirstlane_b32 exec_lo, v3
s_nop 3
v_mov_b32 v2, src_execz
