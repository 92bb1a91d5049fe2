; An operation on two sources does not see what an inactive lane holds: 0 with BOUND_CTRL, no write without.
; RDNA3 ISA, 7.7.1, Table 31; Vega ISA, 13.3.9.  Lane 15 is off; lane 0 would read it.
; kills: dpp-asleep-read
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.bounds, valu.dpp.move
; assay: state exec = 0xffff7fff
; assay: state v0 = 0x77
; assay: state v2 = 0x77
; assay: state v1 = lane + 100
; assay: state v3 = 0x1000
; assay: expect v0[0:1] = 0x1000, 0x1072
; assay: expect v2[0:1] = 0x77, 0x1072
; assay: observe v0 v2
s_nop 4
v_xor_b32_dpp v0, v1, v3 row_mirror row_mask:0xf bank_mask:0xf bound_ctrl:1
v_xor_b32_dpp v2, v1, v3 row_mirror row_mask:0xf bank_mask:0xf
