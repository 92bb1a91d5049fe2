; S_DELAY_ALU may precede any instruction; what is no ALU operation takes no advice, and none is missed.
; RDNA3 ISA, 5.7 "applied to any type of opcode, even non-alu (but serves no purpose)".  buf = 7.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules control.delay.distance
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v5 = 0
; assay: expect v5[*] = 7
; assay: observe v5
v_mov_b32 v4, v1
s_delay_alu instid0(VALU_DEP_1)
global_load_b32 v2, v1, s[2:3]
s_delay_alu instid0(TRANS32_DEP_1)
s_waitcnt vmcnt(0)
s_delay_alu instid0(SALU_CYCLE_1)
s_barrier
v_mov_b32 v5, v2
