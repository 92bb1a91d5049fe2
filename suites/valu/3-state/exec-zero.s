; With EXEC 0 a vector instruction writes no vector register, and a compare writes 0.
; RDNA3 ISA, 3.2.3; Vega ISA, 3.3.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules exec.zero, exec.inactive.keep
; assay: state exec = 0
; assay: state v0 = 3
; assay: state v1 = 9
; assay: state vcc = 0xff
; assay: expect v0[*] = 3
; assay: expect vcc_lo = 0
; assay: observe v0 vcc_lo
v_add_f32 v0, v1, v1
.if wave == 64
v_cmp_eq_u32 vcc, v1, v1
.else
v_cmp_eq_u32 vcc_lo, v1, v1
.endif
