; A VALU that reads VCCZ as data: 5 wait states after a VALU that writes VCC, also by the number of an SGPR that holds it.
; Vega ISA, 4.5 rows 7 and 13.  v2 = 5 shows that the rest ran.
; kills: vcc-two-registers
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.vccz.data
; assay: state v1 = 1
; assay: state vcc = 0
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect finding hazard.vccz.data
v_readfirstlane_b32 s31, v1
v_mov_b32 v2, 5
s_nop 2
v_mov_b32 v3, src_vccz
