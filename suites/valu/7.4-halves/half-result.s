; A 16-bit result clears the other half on Vega and keeps it on RDNA3.
; RDNA3 ISA, 7.4; Vega ISA, 6.6 (and LLVM: Vega zeroes the high bits).  f16 1.0 + 2.0 = 3.0 = 0x4200.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v1 = 0x3c00
; assay: state v2 = 0x4000
; assay[gfx906]: expect v0[*] = 0x00004200
; assay[gfx1100]: expect v0[*] = 0x12344200
v_add_f16 v0, v1, v2
