; V_SUBREV subtracts source 0 from source 1.
; RDNA3 ISA, 16.7 V_SUBREV_NC_U32; Vega ISA, 12.7.  7 - 10 = -3; 2.0 - 3.0 = -1.0.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.subtract.reversed
; assay: state v1 = 10
; assay: state v2 = 7
; assay: state v3 = 3.0
; assay: state v4 = 2.0
; assay: expect v0[*] = 0xfffffffd
; assay: expect v5[*] = -1.0
.if gfx906
v_subrev_u32 v0, v1, v2
.else
v_subrev_nc_u32 v0, v1, v2
.endif
v_subrev_f32 v5, v3, v4
