; OP_SEL means nothing to V_ALIGNBIT and V_ALIGNBYTE: the low bits of the whole count are taken.
; RDNA3 ISA, 16.12 V_ALIGNBIT_B32 (S2.u[4:0]), and errata E-150.  {0x11223344, 0x55667788} >> 4, for the count is 0x00080004; by bytes 0x00080001 is 1.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules valu.align
; assay: state v1 = 0x11223344
; assay: state v2 = 0x55667788
; assay: state v3 = 0x00080004
; assay: state v4 = 0x00080001
; assay: expect v0[*] = 0x45566778
; assay: expect v5[*] = 0x44556677
.long 0xd6162000, 0x040e0501    ; v_alignbit_b32 v0, v1, v2, v3 op_sel:[0,0,1,0]
.long 0xd6172005, 0x04120501    ; v_alignbyte_b32 v5, v1, v2, v4 op_sel:[0,0,1,0]
