; Advice to wait for a scalar result that the instruction does not use, and for a vector instruction further back than any, fits nothing.
; RDNA3 ISA, 5.7, Table 19.  v2 = v3 = 5.
; kills: delay-unwatched
; assay: arch gfx1100
; assay: rules control.delay.distance
; assay: state v1 = 5
; assay: state s0 = 0
; assay: expect v2[*] = 5
; assay: expect v3[*] = 5
; assay: expect note control.delay.distance
; assay: observe v2 v3
s_mov_b32 s0, 2
s_delay_alu instid0(SALU_CYCLE_1)
v_mov_b32 v2, v1
s_delay_alu instid0(VALU_DEP_4)
v_mov_b32 v3, v1
