; Four wait states between a VALU write and its use as lane select are enough; a scalar write needs none.
; Vega ISA, 4.5, Table 8.  s0 = 2, so that lane 2 of v1 is read: 2 + 2 = 4; lane 1 becomes 9.
; kills: wait-state-more
; assay: arch gfx906
; assay: rules hazard.sgpr.lane
; assay: state v1 = lane + 2
; assay: state v0 = 5
; assay: expect s0 = 2
; assay: expect s1 = 4
; assay: expect v0[0:2] = 5, 9, 5
v_readfirstlane_b32 s0, v1
s_nop 3
v_readlane_b32 s1, v1, s0
s_mov_b32 s2, 1
v_writelane_b32 v0, 9, s2
