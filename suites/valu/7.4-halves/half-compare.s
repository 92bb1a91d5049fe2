; A comparison reads the halves that its sources name, in VOPC and in VOP3.
; RDNA3 ISA, 7.4.  v1 holds 5 and 1, v2 3 and 4 (high, low): 5 < 4 and 5 < 3 do not hold, 1 < 3 does.
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.half
; assay: state v1 = 0x00050001
; assay: state v2 = 0x00030004
; assay: state vcc = -1
; assay: state s4 = -1
; assay: state s5 = -1
; assay: state s6 = 0
; assay: state s7 = 0
; assay[32]: expect vcc_lo = 0
; assay[32]: expect s4 = 0
; assay[32]: expect s6 = -1
; assay[64]: expect vcc = 0
; assay[64]: expect s4 = 0
; assay[64]: expect s5 = 0
; assay[64]: expect s6 = -1
; assay[64]: expect s7 = -1
.if wave == 32
v_cmp_lt_u16_e32 vcc_lo, v1.h, v2.l
v_cmp_lt_u16_e64 s4, v1.h, v2.h
v_cmp_lt_u16_e64 s6, v1.l, v2.h
.else
v_cmp_lt_u16_e32 vcc, v1.h, v2.l
v_cmp_lt_u16_e64 s[4:5], v1.h, v2.h
v_cmp_lt_u16_e64 s[6:7], v1.l, v2.h
.endif
