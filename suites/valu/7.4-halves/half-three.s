; V_MIN3, V_MAX3 and V_MED3 of 16 bits take and write the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27; Vega ISA, 13.3.4.  min3(-5, 2, 4) = -5; max3 unsigned(0xfffb, 2, 4) = 0xfffb; med3(1.0, 2.0, 3.0) = 2.0.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high, valu.minmax, float.three
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v1 = 0xfffb0003
; assay: state v2 = 2
; assay: state v3 = 4
; assay: state v6 = 0x42004400
; assay: expect v0[*] = 0xfffb0000
; assay: expect v4[*] = 0xfffb0000
; assay: expect v5[*] = 0x40000000
v_min3_i16 v0, v1, v2, v3 op_sel:[1,0,0,1]
v_max3_u16 v4, v1, v2, v3 op_sel:[1,0,0,1]
v_med3_f16 v5, v6, 1.0, 2.0 op_sel:[1,0,0,1]
