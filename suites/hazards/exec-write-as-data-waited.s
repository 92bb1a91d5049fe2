; Five wait states are enough, also between a write of VCC and VCCZ; a write of the one says nothing of the other.
; Vega ISA, 4.5, Table 8.  No lane is unequal to itself: VCCZ is 1; EXECZ is 0.
; kills: dpp-state-more
; assay: arch gfx906
; assay: rules hazard.vccz.data, decode.status_source
; assay: state v1 = lane
; assay: expect v0[*] = 0
; assay: expect v2[*] = 0
; assay: expect v3[*] = 1
v_cmp_eq_u32 exec, v1, v1
s_nop 4
v_mov_b32 v0, src_execz
v_cmp_ne_u32 vcc, v1, v1
v_mov_b32 v2, src_execz
s_nop 3
v_mov_b32 v3, src_vccz
