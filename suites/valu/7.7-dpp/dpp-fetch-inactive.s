; With FI a DPP read takes the value of an inactive lane, and never writes one.
; RDNA3 ISA, 7.7.1, Table 31.  Lane 0 is off; quad_perm makes lanes 0 to 3 read lane 0.
; kills: exec-ignored
; assay: arch gfx1100
; assay: rules valu.dpp.fi
; assay: state exec = 0xfffffffe
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[0:4] = 0x77, 100, 100, 100, 104
; assay: observe v0
v_mov_b32_dpp v0, v1 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf fi:1
