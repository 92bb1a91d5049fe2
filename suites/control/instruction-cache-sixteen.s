; S_ICACHE_INV with the 16 idle states behind it that it must be followed by: fifteen of S_NOP 14, one of S_NOP 0.
; Vega ISA, 12.5 S_ICACHE_INV, S_NOP: SIMM16[3:0] + 1 states.
; kills: icache-idle-uncounted
; assay: arch gfx906
; assay: rules control.icache.follow
; assay: expect s0 = 1
s_icache_inv
s_nop 14
s_nop 0
s_mov_b32 s0, 1
