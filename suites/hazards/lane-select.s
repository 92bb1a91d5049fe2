; V_READLANE needs 4 wait states after a VALU write of the SGPR that selects the lane.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.sgpr.lane
; assay: state v1 = lane + 2
; assay: expect s0 = 2
; assay: expect s1 = 4
; assay: expect finding hazard.sgpr.lane
v_readfirstlane_b32 s0, v1
v_readlane_b32 s1, v1, s0
