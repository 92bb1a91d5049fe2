; V_MOVRELS reads the register M0 further on.
; RDNA3 ISA, 7.8, 16.8 V_MOVRELS_B32.  M0 = 18 - 16 = 2: v4 + 2 = v6.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules valu.movrel
; assay: state s0 = 18
; assay: state v2 = 20
; assay: state v6 = 60
; assay: state v7 = 70
; assay: expect v0[*] = 60
; assay: expect v6[*] = 60
; assay: observe v0 v6
s_add_u32 m0, s0, -16
v_movrels_b32 v0, v4
