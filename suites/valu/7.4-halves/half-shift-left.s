; V_LSHLREV_B16 takes four bits of its count and the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, 16.12 V_LSHLREV_B16.  3 << (20 & 15) = 48 into the high half.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high, valu.shift
; assay: state v0 = 0x11112222
; assay: state v1 = 20
; assay: state v2 = 0x00030001
; assay: expect v0[*] = 0x00302222
.long 0xd7385000, 0x00020501    ; v_lshlrev_b16 v0, v1, v2 op_sel:[0,1,1]
