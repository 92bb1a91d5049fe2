; A branch goes to the next instruction plus four times the signed SIMM16: five turns add 1 + 2 + 3 + 4 + 5 = 15.
; RDNA3 ISA, 5.4; Vega ISA, 4.2.  2 + 5 * 4 = 22 instructions.
; kills: branch-off-by-one
; assay: arch gfx906 gfx1100
; assay: rules control.branch
; assay: expect s0 = 15
; assay: expect s1 = 0
; assay: expect instructions = 22
s_mov_b32 s0, 0
s_mov_b32 s1, 5
again:
s_add_u32 s0, s0, s1
s_sub_u32 s1, s1, 1
s_cmp_lg_u32 s1, 0
s_cbranch_scc1 again
