; CLAMP saturates a multiplication with addition, whose exact sum counts.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  0xffffff * 0x100 + 0x200 = 0x100000100: 0xffffffff; 0x7fffff * 0x100 + 0x200 > 2^31 - 1.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int, valu.mul24
; assay: state v1 = 0xffffff
; assay: state v2 = 0x100
; assay: state v3 = 0x200
; assay: state v4 = 0x7fffff
; assay: expect v0[*] = 0xffffffff
; assay: expect v5[*] = 0x7fffffff
v_mad_u32_u24 v0, v1, v2, v3 clamp
v_mad_i32_i24 v5, v4, v2, v3 clamp
