; V_CMPX of RDNA3 writes EXEC alone: the register that the SDST field of its 64-bit encoding names stays as it was.
; RDNA3 ISA, 7.2.5, 16.9.  v_cmpx_eq_i32_e64 5, v1 with s8 in SDST; lanes 1 and 2 of the four that are on hold 5.
; kills: cmpx-named-too
; assay: arch gfx1100
; assay: rules decode.unused_field, valu.compare.exec
; assay: state exec = 0xf
; assay: state s[8:9] = 0x77
; assay: state v1 = 4, 5, 5, 6
; assay: expect note decode.unused_field
; assay: expect exec_lo = 6
; assay: expect s[8:9] = 0x77
; assay: observe exec_lo s[8:9]
.long 0xd4c20008, 0x00020285
