; A sum may write its own sources, its carry the mask it read.
; RDNA3 ISA, 7.2.1, 16.7 V_ADD_CO_CI_U32.  Lane 0 has a carry in: 0xffffffff + 1 + 1 = 1 with a carry; lane 1: 5 + 5 + 0 = 10.
; kills: carry-in-dropped
; assay: arch gfx1100
; assay: rules valu.sources_first, valu.carry
; assay: state exec = 3
; assay: state vcc = 1
; assay: state v0 = 0xffffffff, 5
; assay: state v1 = 1, 5
; assay: expect v0[0:1] = 1, 10
; assay: expect vcc_lo = 1
; assay: observe v0 vcc_lo
v_add_co_ci_u32 v0, vcc_lo, v0, v1, vcc_lo
