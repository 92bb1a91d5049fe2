; In wave64 a compare writes two scalar registers.
; RDNA3 ISA, 3.2.2; Vega ISA, 6.2.2.  Lanes 30 to 63 hold at least 30: low 0xc0000000, high 0xffffffff.
; kills: mask-half
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare, valu.wave64
; assay: state v1 = lane
; assay: state v2 = 30
; assay: expect s[10:11] = 0xffffffffc0000000
; assay: observe s[10:11]
v_cmp_ge_u32_e64 s[10:11], v1, v2
