; V_READLANE takes its lane from VCC_LO: 4 wait states after a VALU that writes it, also by the number of the SGPR that holds VCC.
; Vega ISA, 4.5 rows 6 and 13.  v2 = 5 shows that the rest ran.
; kills: vcc-two-registers
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.sgpr.lane
; assay: state v1 = 1
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect finding hazard.sgpr.lane
v_readfirstlane_b32 s30, v1
v_mov_b32 v2, 5
s_nop 1
v_readlane_b32 s4, v1, vcc_lo
