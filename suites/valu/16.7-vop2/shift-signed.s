; V_ASHRREV_I32 fills with the sign and counts with five bits.
; RDNA3 ISA, 16.7 V_ASHRREV_I32; Vega ISA, 12.7.  -256 >> (36 & 31) = -16.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.shift
; assay: state v1 = 36
; assay: state v2 = 0xffffff00
; assay: expect v0[*] = 0xfffffff0
v_ashrrev_i32 v0, v1, v2
