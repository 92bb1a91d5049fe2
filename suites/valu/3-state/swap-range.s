; V_SWAP with a VGPR past the allocation does nothing.
; RDNA3 ISA, 3.3.2.2; Vega ISA, 3.6.1.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 24
; assay: state v0 = 11
; assay: state v1 = 5
; assay: expect v0[*] = 11
; assay: expect v1[*] = 5
; assay: expect note register.vgpr.range
; assay: observe v0 v1
v_swap_b32 v1, v30
