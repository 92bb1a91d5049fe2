; Two S_NOP behind S_ICACHE_INV are two instructions, however many idle states they ask for: it takes 16 separate ones to purge
; the buffer of instructions.
; Vega ISA, 12.5 S_ICACHE_INV "must be followed by 16 separate s_nop 0 instructions or a jump/branch".
; kills: icache-idle-counted
; assay: arch gfx906
; assay: rules control.icache.follow
; assay: expect s0 = 1
; assay: expect finding control.icache.follow
s_icache_inv
s_nop 15
s_nop 0
s_mov_b32 s0, 1
