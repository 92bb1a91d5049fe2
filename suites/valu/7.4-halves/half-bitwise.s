; V_AND_B16, V_OR_B16 and V_XOR_B16 take and write the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27.  0xff0f & 0x0ff0 = 0x0f00; or 0xffff; xor 0xf0ff.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high, valu.bits
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v1 = 0xff0f0000
; assay: state v2 = 0x00000ff0
; assay: expect v0[*] = 0x0f000000
; assay: expect v4[*] = 0x0000ffff
; assay: expect v5[*] = 0x0000f0ff
.long 0xd7624800, 0x00020501    ; v_and_b16 v0, v1, v2 op_sel:[1,0,1]
.long 0xd7630804, 0x00020501    ; v_or_b16 v4, v1, v2 op_sel:[1,0,0]
.long 0xd7640805, 0x00020501    ; v_xor_b16 v5, v1, v2 op_sel:[1,0,0]
