; Source codes 251 and 252 give VCCZ and EXECZ on RDNA3 too, though its manual has them reserved.
; RDNA3 ISA, 6.2, Table 19, and errata E-155.  The words are s_add_u32 s0 and s1 of codes 251 and 252 and -16: VCC is 0, EXEC is not.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules decode.status_source
; assay: state vcc = 0
; assay: state exec = 1
; assay: expect s0 = 0xfffffff1
; assay: expect s1 = 0xfffffff0
; assay: observe s0 s1
.long 0x8000d0fb
.long 0x8001d0fc
