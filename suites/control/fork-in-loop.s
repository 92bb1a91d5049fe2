; Forks within a loop and a loop within a side of a fork: blocks nest, and mix with other control flow.
; Vega ISA, 4.6 "can be nested, and mixed with other control flow".  Twice round: lanes 0 to 2 add 1 three times, lanes 3 to 7 add 10: 6 and 20.
; kills: exec-ignored
; assay: arch gfx906
; assay: rules control.fork
; assay: state exec = 0xff
; assay: state mode = 0x3f0
; assay: state v0 = 0
; assay: state scc = 0
; assay: expect v0[0:8] = 6, 6, 6, 20, 20, 20, 20, 20, 0
; assay: expect exec_lo = 0xff
; assay: expect mode = 0x3f0
; assay: expect s24 = 0
; assay: observe v0 exec_lo mode s24
s_mov_b32 s24, 2
s_mov_b64 s[26:27], exec
s_mov_b64 s[20:21], 7
again:
s_mov_b32 s30, 0
s_cbranch_i_fork s[20:21], taken
v_add_u32 v0, 10, v0
s_branch meet
taken:
s_mov_b32 s25, 3
inner:
v_add_u32 v0, 1, v0
s_sub_u32 s25, s25, 1
s_cmp_eq_u32 s25, 0
s_cbranch_scc0 inner
meet:
s_cbranch_join s30
s_mov_b64 exec, s[26:27]
s_sub_u32 s24, s24, 1
s_cmp_eq_u32 s24, 0
s_cbranch_scc0 again
