; Sixteen S_NOP behind S_ICACHE_INV are enough, and so is a branch.
; Vega ISA, 12.5 S_ICACHE_INV "must be followed by 16 separate s_nop 0 instructions or a jump/branch".
; kills: icache-branch-unseen
; assay: arch gfx906
; assay: rules control.icache.follow
; assay: state s0 = 0
; assay: expect s0 = 1
; assay: observe s0
s_icache_inv
.rept 16
s_nop 0
.endr
s_icache_inv
s_branch over
s_mov_b32 s0, 2
over:
s_mov_b32 s0, 1
