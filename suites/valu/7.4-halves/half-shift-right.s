; V_LSHRREV_B16 fills with zeros, V_ASHRREV_I16 with the sign of the half it reads.
; RDNA3 ISA, 7.2.2.4, 16.12 V_ASHRREV_I16.  0x8000 >> 4 = 0x0800 or 0xf800.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high, valu.shift
; assay: state v0 = 0x11110000
; assay: state v4 = 0x11110000
; assay: state v1 = 4
; assay: state v2 = 0x80000010
; assay: expect v0[*] = 0x11110800
; assay: expect v4[*] = 0x1111f800
.long 0xd7391000, 0x00020501    ; v_lshrrev_b16 v0, v1, v2 op_sel:[0,1,0]
.long 0xd73a1004, 0x00020501    ; v_ashrrev_i16 v4, v1, v2 op_sel:[0,1,0]
