; V_WRITELANE needs the same 4 wait states after a VALU write of its lane select.
; Vega ISA, 4.5, Table 8.  s0 = 2: lane 2 becomes 9.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.sgpr.lane
; assay: state v1 = lane + 2
; assay: state v0 = 5
; assay: expect v0[1:3] = 5, 9, 5
; assay: expect finding hazard.sgpr.lane
v_readfirstlane_b32 s0, v1
s_nop 2
v_writelane_b32 v0, 9, s0
