; NULL reads as 0 and takes results without keeping them.
; RDNA3 ISA, 3.4.4 and 6.2.  0 - 16 = 0xfffffff0; the carry out of v_add_co_u32 goes to NULL and VCC stays.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules decode.null
; assay: state vcc = 0x55
; assay: state v1 = 0xffffffff
; assay: expect s0 = 0xfffffff0
; assay: expect v0[*] = 0
; assay: expect vcc_lo = 0x55
; assay: observe s0 v0 vcc_lo
s_add_u32 s0, null, -16
v_add_co_u32 v0, null, v1, 1
