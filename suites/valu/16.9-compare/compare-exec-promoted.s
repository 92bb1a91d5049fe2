; The VOP3 form of V_CMPX takes modifiers; on Vega it writes EXEC and the pair it names, on RDNA3 EXEC alone.
; RDNA3 ISA, 7.2.3, 16.9.1; Vega ISA, 6.2.2.  |x| > 1.0 holds for -2.0 (lanes 0, 2), not for 0.5.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.compare.exec, valu.abs
; assay: state exec = 0xf
; assay: state s[4:5] = 0
; assay: state v1 = -2.0, 0.5, -2.0, 0.5
; assay: expect exec_lo = 5
; assay[gfx906]: expect s[4:5] = 5
; assay[gfx1100]: expect s[4:5] = 0
; assay: observe exec_lo s[4:5]
.if gfx906
v_cmpx_gt_f32_e64 s[4:5], |v1|, 1.0
.else
v_cmpx_gt_f32_e64 |v1|, 1.0
.endif
