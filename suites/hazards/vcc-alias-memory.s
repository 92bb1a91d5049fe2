; A load takes its address from VCC: 5 wait states after a VALU that writes it, also by the number of the SGPRs that hold VCC.
; Vega ISA, 4.5 rows 9 and 13.  v2 = 5 shows that the rest ran.
; kills: vcc-two-registers
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.valu_sgpr.vmem
; assay: memory buf size=64 u32=7,9
; assay: state vcc = buf
; assay: state v0 = 0
; assay: state v1 = 0x10000000
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect finding hazard.valu_sgpr.vmem
v_readfirstlane_b32 s30, v1
v_mov_b32 v2, 5
s_nop 2
global_load_dword v4, v0, vcc
s_waitcnt vmcnt(0)
