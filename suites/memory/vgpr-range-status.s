; A load with TFE whose result lies past the VGPRs of the wave writes nothing, and no status behind it.
; RDNA3 ISA, 3.3.2.2, Table 37 (TFE).  8 registers: v30 and v31 are not among them; v1 to v7 stay.
; kills: range-unchecked
; assay: arch gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 8
; assay: memory buf size=64
; assay: state s[4:5] = buf
; assay: state s6 = 64
; assay: state s7 = 0x30016fac
; assay: state v0 = 0
; assay: state v1 = 9
; assay: expect v1[*] = 9
; assay: expect note register.vgpr.range
; assay: observe v1
buffer_load_b32 v[30:31], v0, s[4:7], 0 offen tfe
s_waitcnt vmcnt(0)
