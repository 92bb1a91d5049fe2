; S_ICACHE_INV with fifteen S_NOP behind it, one short of the 16 that it must be followed by.
; Vega ISA, 12.5 S_ICACHE_INV.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules control.icache.follow
; assay: expect s0 = 1
; assay: expect finding control.icache.follow
s_icache_inv
.rept 15
s_nop 0
.endr
s_mov_b32 s0, 1
