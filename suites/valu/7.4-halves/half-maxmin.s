; V_MAXMIN_F16 is the minimum of source 2 and the maximum of the others, V_MINMAX_F16 the other way round, by halves.
; RDNA3 ISA, 7.2.2.4, 16.12 V_MAXMIN_F16.  min(max(4.0, 1.0), 3.0) = 3.0; max(min(4.0, 1.0), 0.5) = 1.0.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high, float.minmax
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x44003800
; assay: state v2 = 0x3c00
; assay: state v3 = 0x4200
; assay: state v5 = 0x3800
; assay: expect v0[*] = 0x4200
; assay: expect v4[*] = 0x3c000000
.long 0xd6600800, 0x040e0501    ; v_maxmin_f16 v0, v1, v2, v3 op_sel:[1,0,0,0]
.long 0xd6614804, 0x04160501    ; v_minmax_f16 v4, v1, v2, v5 op_sel:[1,0,0,1]
