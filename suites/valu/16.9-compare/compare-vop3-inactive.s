; A compare into scalar registers writes 0 for inactive lanes, in the whole mask.
; RDNA3 ISA, 7.3; Vega ISA, 6.2.2, 3.9.  Lanes 0 to 3 on; of them lanes 2 and 3 hold at least 2.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.compare, valu.carry.inactive
; assay: state exec = 0xf
; assay: state s[10:11] = 0xffffffffffffffff
; assay: state v1 = lane
; assay: state v2 = 2
; assay: expect s10 = 0xc
; assay[64]: expect s11 = 0
; assay[32]: expect s11 = 0xffffffff
; assay: observe s[10:11]
.if wave == 64
v_cmp_ge_u32_e64 s[10:11], v1, v2
.else
v_cmp_ge_u32_e64 s10, v1, v2
.endif
