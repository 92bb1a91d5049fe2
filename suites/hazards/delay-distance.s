; Advice that names another instruction than the one whose result is used is noted: here the vector instruction before the last.
; RDNA3 ISA, 5.7.  v2 = 5.
; kills: delay-unwatched
; assay: arch gfx1100
; assay: rules control.delay.distance
; assay: state v1 = 5
; assay: expect v2[*] = 5
; assay: expect note control.delay.distance
; assay: observe v2
v_mov_b32 v4, v1
v_mov_b32 v3, v1
s_delay_alu instid0(VALU_DEP_2)
v_mov_b32 v2, v3
