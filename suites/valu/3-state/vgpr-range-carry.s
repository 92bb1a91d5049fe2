; An addition whose sum has no register writes no carry either.
; RDNA3 ISA, 3.3.2.2.  0xffffffff + 1 would set every bit of VCC.
; kills: range-unchecked
; assay: arch gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 24
; assay: state v1 = 0xffffffff
; assay: state vcc = 6
; assay: expect vcc_lo = 6
; assay: expect note register.vgpr.range
; assay: observe vcc_lo
v_add_co_u32 v30, vcc_lo, v1, 1
