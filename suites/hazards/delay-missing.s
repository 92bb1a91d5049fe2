; In a program that gives advice, a vector instruction that takes the result of the one before without any is noted.
; RDNA3 ISA, 5.7.  v2 = v4 = 5; the first pair is advised.
; kills: delay-unwatched
; assay: arch gfx1100
; assay: rules control.delay.missing
; assay: state v1 = 5
; assay: expect v2[*] = 5
; assay: expect v4[*] = 5
; assay: expect note control.delay.missing
; assay: observe v2 v4
v_mov_b32 v3, v1
s_delay_alu instid0(VALU_DEP_1)
v_mov_b32 v2, v3
v_mov_b32 v4, v2
