; V_MIN returns its operand: an output setting that flushes denormals does not touch it.
; RDNA3 ISA, 16.7 V_MIN_F32, and errata E-105; Vega ISA, 12.7.  MODE = 0x3d0 takes subnormals in and would flush results.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.denorm.out
; assay: state mode = 0x3d0
; assay: state v1 = 0x00000005
; assay: state v2 = 1.0
; assay: expect v0[*] = 5
v_min_f32 v0, v1, v2
