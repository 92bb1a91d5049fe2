; An inactive lane raises nothing, however bad its sources.
; RDNA3 ISA, 3.4.5; Vega ISA, 3.10, 3.3.  Only lane 1 holds infinities; with lane 0 alone on nothing is raised, then invalid.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: rules float.flags, exec.inactive.keep
; assay: state trapsts = 0
; assay: state exec = 1
; assay: state v1 = 0x3f800000, 0x7f800000
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: observe s0 s1
v_sub_f32 v4, v1, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 7)
s_mov_b64 exec, 3
v_sub_f32 v4, v1, v1
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 7)
