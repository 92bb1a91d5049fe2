; A join pops what a fork pushed: with an empty stack and another level asked for there is nothing to pop.
; Vega ISA, 4.6.  MODE.CSP = 0 and the block began at level 1: CSP goes to 7, and s[28:31] says where to go on: behind the join, all lanes.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules control.fork.stack
; assay: state mode = 0x3f0
; assay: state s[28:29] = 3
; assay: expect s0 = 5
; assay: expect exec_lo = 3
; assay: expect finding control.fork.stack
; assay: observe s0 exec_lo
s_mov_b32 s2, 1
s_getpc_b64 s[30:31]
s_add_u32 s30, s30, 12
s_addc_u32 s31, s31, 0
s_cbranch_join s2
s_mov_b32 s0, 5
