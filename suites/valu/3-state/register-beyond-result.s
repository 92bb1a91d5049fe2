; A vector result beyond the wave's registers is not written, and the next instruction runs.
; RDNA3 ISA, 3.3.2.2; Vega ISA, 3.6.  The wave has 8 vector registers; reading v20 gives v0.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 8
; assay: state v0 = 3
; assay: expect v0[*] = 3
; assay: expect v1[*] = 3
; assay: expect note register.vgpr.range
; assay: observe v0 v1
v_mov_b32 v20, 7
v_mov_b32 v1, v20
