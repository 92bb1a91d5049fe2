; SKIP_1 leaves one instruction of any kind between the two that are advised: the third is meant, and it uses no result of the one before.
; RDNA3 ISA, 5.7.  Were it the second, the advice would fit.
; kills: delay-skip-short
; assay: arch gfx1100
; assay: rules control.delay.distance
; assay: state v1 = 5
; assay: expect v4[*] = 5
; assay: expect note control.delay.distance
; assay: observe v4
v_mov_b32 v2, v1
s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
v_mov_b32 v3, v2
v_mov_b32 v4, v3
v_mov_b32 v5, v1
