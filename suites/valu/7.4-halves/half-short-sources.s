; Sources of VOP1 and VOP2 are the high halves where they say so.
; RDNA3 ISA, 7.4.  High halves 0x4500 = 5.0 and 0x4200 = 3.0, low ones 1.0: -5.0 rounded up stays -5.0 (0xc500); 5.0 - 3.0 = 2.0 (0x4000),
; and 1.0 - 3.0 = -2.0 (0xc000).
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.half
; assay: state v0 = 0
; assay: state v1 = 0x45003c00
; assay: state v2 = 0x42003c00
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v5 = 0xc5003c00
; assay: expect v0[*] = 0x0000c500
; assay: expect v3[*] = 0x00004000
; assay: expect v4[*] = 0x0000c000
v_ceil_f16_e32 v0.l, v5.h
v_sub_f16_e32 v3.l, v1.h, v2.h
v_sub_f16_e32 v4.l, v1.l, v2.h
