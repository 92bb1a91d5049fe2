; V_ALIGNBIT shifts {source 0, source 1} right by the low five bits of source 2, V_ALIGNBYTE by bytes.
; RDNA3 ISA, 16.12 V_ALIGNBIT_B32; Vega ISA, 12.12.  {0x11223344, 0x55667788} >> 8 = 0x44556677; by 2 bytes 0x33445566.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.align
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = 0x11223344
; assay: state v2 = 0x55667788
; assay: expect v0[0:1] = 0x44556677, 5
; assay: expect v3[0] = 0x33445566
; assay: observe v0 v3
v_alignbit_b32 v0, v1, v2, 8
v_alignbyte_b32 v3, v1, v2, 2
