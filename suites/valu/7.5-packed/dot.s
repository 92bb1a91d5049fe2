; V_DOT4 adds four products of bytes to source 2, signed or unsigned as its name says.
; RDNA3 ISA, 7.5, 16.10 V_DOT4_U32_U8; Vega ISA, 12.10 V_DOT4_I32_I8.
; {-1, 3, 2, 1} . {8, 7, 6, 5} + 10 = -8 + 21 + 12 + 5 + 10 = 40; unsigned 255 * 8 + 48 = 2088.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.dot
; assay: state exec = 1
; assay: state v1 = 0xff030201
; assay: state v2 = 0x08070605
; assay: state v4 = 5
; assay[gfx906]: expect v0[0] = 40
; assay: expect v4[0:1] = 2088, 5
; assay[gfx906]: observe v0
; assay: observe v4
.if gfx906
v_dot4_i32_i8 v0, v1, v2, 10
.endif
v_dot4_u32_u8 v4, v1, v2, 10
