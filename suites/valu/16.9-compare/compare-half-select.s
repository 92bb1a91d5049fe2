; A 16-bit compare in VOP3 reads the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, 7.4.  The words are v_cmp_lt_u16_e64 s10, v1, v2 with OP_SEL of source 0: high half 3 < 5, low half 9.
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.half.high, valu.compare
; assay: state exec = 1
; assay: state v1 = 0x00030009
; assay: state v2 = 5
; assay: expect s10 = 1
; assay: observe s10
.long 0xd439080a, 0x00020501    ; v_cmp_lt_u16_e64 s10, v1, v2 op_sel:[1,0,0]
