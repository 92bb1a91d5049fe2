; VCC lies in the two highest SGPRs of the wave, here s[30:31].  A VALU that reads it as a constant by the one name needs a wait state after a
; VALU wrote it by the other: the hardware does not see that they are one register.
; Vega ISA, 3.9 and 4.5 "Mixed use of VCC".  What the second reads is unpredictable; v2 = 5 shows that the rest ran.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.vcc.alias
; assay: state s30 = 0
; assay: state vcc = 0
; assay: state v1 = 7
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect finding hazard.vcc.alias
; assay: expect finding hazard.vcc.alias
v_readfirstlane_b32 s30, v1
v_mov_b32 v3, vcc_lo
v_mov_b32 v2, 5
v_cmp_eq_u32 vcc, v1, v1
v_mov_b32 v4, s31
