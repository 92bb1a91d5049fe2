; A fork runs the side with fewer lanes first and keeps the other in four registers of the branch stack; the join runs it, then goes on.
; Vega ISA, 4.6, 12.2 S_CBRANCH_I_FORK, 12.3 S_CBRANCH_JOIN.  Lanes 0 to 2 jump, 3 to 7 do not; s[0:1] holds the mask that waits.
; kills: exec-ignored
; assay: arch gfx906
; assay: rules control.fork
; assay: state exec = 0xff
; assay: state mode = 0x3f0
; assay: state v0 = 9
; assay: expect v0[0:8] = 1, 1, 1, 2, 2, 2, 2, 2, 9
; assay: expect s[0:1] = 0xf8
; assay: expect exec_lo = 0xf8
; assay: expect mode = 0x3f0
; assay: observe v0 s[0:1] exec_lo mode
s_mov_b32 s30, 0
s_mov_b64 s[20:21], 7
s_cbranch_i_fork s[20:21], taken
v_mov_b32 v0, 2
s_branch meet
taken:
v_mov_b32 v0, 1
meet:
s_cbranch_join s30
