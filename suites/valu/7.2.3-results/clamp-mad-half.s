; CLAMP saturates V_MAD_U16 and V_MAD_I16 to 16 bits.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  0x100 * 0x100 + 1 = 0x10001: 0xffff; -0x100 * 0x100 = -0x10000: 0x8000.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x100
; assay: state v2 = 1
; assay: state v3 = 0xff00
; assay: expect v0[*] = 0xffff
; assay: expect v4[*] = 0x8000
v_mad_u16 v0, v1, v1, v2 clamp
v_mad_i16 v4, v3, v1, 0 clamp
