; A vector operation that reads VCCZ as data needs 5 wait states after a VALU write of VCC.
; Vega ISA, 4.5, Table 8.  No lane compares unequal to itself: VCC is 0 and VCCZ 1.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vccz.data, decode.status_source
; assay: state v1 = lane
; assay: expect v0[*] = 1
; assay: expect finding hazard.vccz.data
v_cmp_ne_u32 vcc, v1, v1
s_nop 3
v_mov_b32 v0, src_vccz
