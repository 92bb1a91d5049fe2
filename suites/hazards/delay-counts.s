; Vector instructions that EXEC lets do nothing count, those that are branched over do not; SKIP counts instructions of every kind.
; RDNA3 ISA, 5.7.  Two back from v_mov_b32 v2 is the write of v3; past the jump v6 takes what is one back, after an s_nop is skipped.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules control.delay.distance, control.delay.replaced
; assay: state v1 = 5
; assay: expect v2[*] = 5
; assay: expect v6[*] = 5
; assay: observe v2 v6
v_mov_b32 v3, v1
s_mov_b64 s[2:3], exec
s_mov_b64 exec, 0
v_mov_b32 v4, v1
s_mov_b64 exec, s[2:3]
s_delay_alu instid0(VALU_DEP_2)
v_mov_b32 v2, v3
s_branch over
v_mov_b32 v5, v1
over:
s_delay_alu instid0(NO_DEP) | instskip(NEXT) | instid1(VALU_DEP_1)
s_nop 0
v_mov_b32 v6, v2
