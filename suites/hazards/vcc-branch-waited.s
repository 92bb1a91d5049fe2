; A wait state is enough between a scalar write of the SGPR that holds VCC and a branch on VCC; a write by the name VCC needs none, nor
; does one of another SGPR.
; Vega ISA, 3.9 "Shader Hazard with VCC".  VCC is not 0: each branch is taken, and v2 stays 5.
; kills: wait-state-more
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.vcc.branch
; assay: state v2 = 5
; assay: state vcc = 1
; assay: observe v2
; assay: expect v2[*] = 5
s_mov_b32 s31, 1
s_nop 0
s_cbranch_vccnz named
v_mov_b32 v2, 6
named:
s_mov_b64 vcc, 3
s_cbranch_vccnz other
v_mov_b32 v2, 7
other:
s_mov_b32 s29, 1
s_cbranch_vccnz last
v_mov_b32 v2, 8
last:
