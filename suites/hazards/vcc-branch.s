; VCC lies in the two highest SGPRs of the wave, here s[30:31].  A scalar instruction that writes it by that name needs a wait state
; before a branch on VCC: hardware sees only writes by the name VCC.
; Vega ISA, 3.9 "Shader Hazard with VCC".  Where the branch goes is unpredictable; both ways come to v2 = 5.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.vcc.branch
; assay: state vcc = 0
; assay: state s[2:3] = 0
; assay: state v2 = 0
; assay: expect v2[*] = 5
; assay: expect finding hazard.vcc.branch
; assay: expect finding hazard.vcc.branch
s_mov_b32 s31, 1
s_cbranch_vccz next
next:
s_not_b64 s[30:31], s[2:3]
s_cbranch_vccnz last
last:
v_mov_b32 v2, 5
