; V_SUBBREV subtracts source 0 and the borrow from source 1; the borrow out is that of this difference.
; RDNA3 ISA, 16.7 V_SUBREV_CO_CI_U32; Vega ISA, 12.7, and errata E-078.  3 - 5 - 1 = -3 borrows; 5 - 3 - 1 = 1 does not.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.carry
; assay: state exec = 3
; assay: state vcc = 3
; assay: state v0 = 9
; assay: state v1 = 5, 3
; assay: state v2 = 3, 5
; assay: expect v0[0:2] = 0xfffffffd, 1, 9
; assay: expect vcc_lo = 1
; assay: observe v0 vcc_lo
.if gfx906
v_subbrev_co_u32 v0, vcc, v1, v2, vcc
.else
v_subrev_co_ci_u32 v0, vcc_lo, v1, v2, vcc_lo
.endif
