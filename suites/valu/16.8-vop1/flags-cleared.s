; V_CLREXCP clears the exceptions that the vector ALU has gathered; address watch and memory violation stay.
; Vega ISA, 12.8 V_CLREXCP, errata E-237.  Bits 7 and 8 were there; infinity - infinity sets bit 0.
; kills: flags-all-cleared
; assay: arch gfx906
; assay: rules float.flags
; assay: state trapsts = 0x180
; assay: state v1 = inf
; assay: expect s0 = 0x181
; assay: expect s1 = 0x180
v_sub_f32 v4, v1, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 9)
v_clrexcp
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 9)
