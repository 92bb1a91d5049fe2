; The borrow of a subtraction with borrow counts what came in: 0 - 0xffffffff - 1 needs 33 bits.
; RDNA3 ISA, 16.7 V_SUB_CO_CI_U32; Vega ISA, 12.7 V_SUBB_CO_U32.  -0x1_00000000: 0 and a borrow.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.carry
; assay: state exec = 1
; assay: state vcc = 1
; assay: state v1 = 0xffffffff
; assay: state v0 = 0
; assay: expect v0[0] = 0
; assay: expect vcc_lo = 1
; assay: observe v0 vcc_lo
.if gfx906
v_subb_co_u32 v0, vcc, 0, v1, vcc
.else
v_sub_co_ci_u32 v0, vcc_lo, 0, v1, vcc_lo
.endif
