; V_CMPX with FI does not turn on a lane that was off.
; RDNA3 ISA, 7.7.  Lane 2 is off; every lane equals its neighbour, which may be lane 2.
; kills: fetch-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.dpp.fi, valu.compare.exec
; assay: state exec = 0xfffffffb
; assay: state v1 = 5
; assay: expect exec_lo = 0xfffffffb
; assay: observe exec_lo
v_cmpx_eq_u32_dpp v1, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf fi:1
