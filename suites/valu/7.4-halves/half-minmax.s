; The 16-bit V_MIN and V_MAX of integers take and write the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27.  max(-5, 3) = 3; as unsigned min(0xfffb, 3) = 3 and max is 0xfffb.
; kills: half-ignored
; assay: arch gfx1100
; assay: rules valu.half.high, valu.minmax
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v1 = 0xfffb0001
; assay: state v2 = 3
; assay: expect v0[*] = 0x00030000
; assay: expect v4[*] = 3
; assay: expect v5[*] = 0xfffb
.long 0xd70a4800, 0x00020501    ; v_max_i16 v0, v1, v2 op_sel:[1,0,1]
.long 0xd70b0804, 0x00020501    ; v_min_u16 v4, v1, v2 op_sel:[1,0,0]
.long 0xd7090805, 0x00020501    ; v_max_u16 v5, v1, v2 op_sel:[1,0,0]
