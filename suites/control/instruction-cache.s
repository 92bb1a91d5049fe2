; S_ICACHE_INV must be followed by 16 S_NOP or a branch.
; Vega ISA, 12.5 S_ICACHE_INV.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules control.icache.follow
; assay: expect s0 = 1
; assay: expect finding control.icache.follow
s_icache_inv
s_mov_b32 s0, 1
