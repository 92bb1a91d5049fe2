; On Vega V_CMPX writes its mask to EXEC and to VCC or a scalar pair alike.
; Vega ISA, 6.2.2, 6.4.  Of lanes 0 to 7 those below 3 pass: 7; then of these those that are not 0: 6.
; kills: mask-keeps-old
; assay: arch gfx906
; assay: rules valu.compare.exec
; assay: state exec = 0xff
; assay: state vcc = 0xff00
; assay: state s[10:11] = 0xff00
; assay: state v1 = lane
; assay: state v2 = 3
; assay: expect vcc_lo = 7
; assay: expect s10 = 6
; assay: expect exec_lo = 6
; assay: observe vcc_lo s10 exec_lo
v_cmpx_lt_u32 vcc, v1, v2
v_cmpx_ne_u32_e64 s[10:11], v1, 0
