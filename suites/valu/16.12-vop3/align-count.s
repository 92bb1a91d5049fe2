; V_ALIGNBYTE takes the low two bits of its count, V_ALIGNBIT the low five.
; RDNA3 ISA, 16.12 V_ALIGNBYTE_B32; Vega ISA, 12.12 and ACO's errata.  By 5 & 3 = 1 byte and by 40 & 31 = 8 bits {0x11223344, 0x55667788} gives 0x44556677.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.align
; assay: state v1 = 0x11223344
; assay: state v2 = 0x55667788
; assay: state v3 = 5
; assay: state v4 = 40
; assay: expect v0[*] = 0x44556677
; assay: expect v5[*] = 0x44556677
v_alignbyte_b32 v0, v1, v2, v3
v_alignbit_b32 v5, v1, v2, v4
