; A compare writes one bit a lane, and 0 for inactive lanes.
; RDNA3 ISA, 7.2.4; Vega ISA, 6.2.2.  Lanes 4 to 7 are on, of them 6 and 7 hold more than 5: 0xc0.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.compare
; assay: state exec = 0xf0
; assay: state vcc = 0xffffffff
; assay: state v1 = lane
; assay: expect vcc_lo = 0xc0
; assay: observe vcc_lo
.if wave == 64
v_cmp_gt_u32 vcc, v1, 5
.else
v_cmp_gt_u32 vcc_lo, v1, 5
.endif
