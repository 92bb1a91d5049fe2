; A second S_DELAY_ALU replaces what the first said and no instruction has used: only the second's holds.
; RDNA3 ISA, 5.7.  v2 = 5.
; kills: delay-unwatched
; assay: arch gfx1100
; assay: rules control.delay.replaced
; assay: state v1 = 5
; assay: expect v2[*] = 5
; assay: expect note control.delay.replaced
; assay: observe v2
v_mov_b32 v3, v1
s_delay_alu instid0(VALU_DEP_2)
s_delay_alu instid0(VALU_DEP_1)
v_mov_b32 v2, v3
