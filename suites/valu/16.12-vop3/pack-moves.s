; V_PACK_B32_F16 moves two halves, denormals as they are, after the source modifiers.
; RDNA3 ISA, 16.12 V_PACK_B32_F16, and errata E-121; Vega ISA, 12.12.  MODE = 0x330 flushes f16; {-1.0, 2^-15}.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.in, valu.neg
; assay: state mode = 0x330
; assay: state v1 = 0x0200
; assay: state v2 = 0x3c00
; assay: expect v0[*] = 0xbc000200
v_pack_b32_f16 v0, v1, -v2
