; Six forks may be open at once, the last in s[20:23]: blocks nest, and six halvings of 64 lanes are all there can be.
; Vega ISA, 4.6.  EXEC is halved six times, 64 to 1 lane: each fork sends the even half of the lanes that are left on.  Joins then run every
; lane once: v0 = 1 everywhere.  What a block began with is CSP, MODE[31:29].
; kills: fork-once-less
; assay: arch gfx906
; assay: rules control.fork, control.fork.stack
; assay: state exec = 0xffffffffffffffff
; assay: state mode = 0x3f0
; assay: state v0 = 0
; assay: state v1 = lane
; assay: expect v0[*] = 1
; assay: expect mode = 0x3f0
; assay: observe v0 mode
.macro halve bit, level
v_and_b32 v2, \bit, v1
s_getreg_b32 s\level, hwreg(HW_REG_MODE, 29, 3)
v_cmp_eq_u32 vcc, 0, v2
s_nop 4
s_cbranch_i_fork vcc, in\level
in\level:
.endm
.macro meet level
s_cbranch_join s\level
.endm
halve 1, 40
halve 2, 41
halve 4, 42
halve 8, 43
halve 16, 44
halve 32, 45
v_add_u32 v0, 1, v0
meet 45
meet 44
meet 43
meet 42
meet 41
meet 40
