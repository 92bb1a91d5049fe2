; With the result's OP_SEL bit the result goes to the high half and the low half stays.
; RDNA3 ISA, 7.4; Vega ISA, 13.3.4.  2 * 3 + 4 = 10.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high, valu.half.keep
; assay: state v0 = 0x11112222
; assay: state v1 = 2
; assay: state v2 = 3
; assay: state v3 = 4
; assay: expect v0[*] = 0x000a2222
v_mad_u16 v0, v1, v2, v3 op_sel:[0,0,0,1]
