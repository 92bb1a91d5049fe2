; A fork to an address in registers; where the lanes that stay are fewer they run first, and the others wait with the target.
; Vega ISA, 4.6, 12.1 S_CBRANCH_G_FORK.  Lanes 0 to 4 jump, 5 to 7 do not; s[0:1] holds the mask that waits.
; kills: fork-more-lanes-first
; assay: arch gfx906
; assay: rules control.fork
; assay: base 0x20000
; assay: state exec = 0xff
; assay: state mode = 0x3f0
; assay: state v0 = 9
; assay: state scc = 0
; assay: expect v0[0:8] = 1, 1, 1, 1, 1, 2, 2, 2, 9
; assay: expect s[0:1] = 0x1f
; assay: expect exec_lo = 0x1f
; assay: expect mode = 0x3f0
; assay: observe v0 s[0:1] exec_lo mode
s_mov_b32 s30, 0
s_getpc_b64 s[22:23]
here:
s_add_u32 s22, s22, taken - here
s_addc_u32 s23, s23, 0
s_mov_b64 s[20:21], 31
s_cbranch_g_fork s[20:21], s[22:23]
v_mov_b32 v0, 2
s_branch meet
taken:
v_mov_b32 v0, 1
meet:
s_cbranch_join s30
