; Of a pair of result registers of which one is past the allocation neither is written.
; RDNA3 ISA, 3.3.2.2; Vega ISA, 3.6.1.  24 registers: v[23:24] ends past them.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 24
; assay: state v0 = 11
; assay: state v1 = 5
; assay: state v23 = 6
; assay: expect v23[*] = 6
; assay: expect note register.vgpr.range
; assay: observe v23
v_lshlrev_b64 v[23:24], 1, v[0:1]
