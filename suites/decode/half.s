; OP_SEL makes a 16-bit operation read high halves.
; RDNA3 ISA, 7.4; Vega ISA, 13.3.4.  High half of 0x00050001 is 5, low half of 0x00070003 is 3: 5 * 3 + 10 = 25.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules decode.half
; assay: state v1 = 0x00050001
; assay: state v2 = 0x00070003
; assay: state v3 = 10
; assay: state v0 = 0
; assay: expect v0[*] = 25
v_mad_u16 v0, v1, v2, v3 op_sel:[1,0,0,0]
