; VCC and the two highest SGPRs of the wave, here s[30:31], are one register with two names.  A write by either name changes both.
; Vega ISA, 3.9 and 4.5 row 13.  v1 = 1 equals itself in all 64 lanes, so VCC and s[30:31] are all ones; then s31 = 5 is VCC_HI.
; kills: vcc-two-registers
; assay: rules hazard.vcc.alias
; assay: arch gfx906
; assay: sgprs = 32
; assay: state v1 = 1
; assay: state vcc = 0
; assay: state s[30:31] = 0
; assay: expect v4[*] = 0xffffffff
; assay: expect s5 = 5
; assay: expect vcc = 0x5ffffffff
v_cmp_eq_u32 vcc, v1, v1
s_nop 0
v_mov_b32 v4, s30
s_mov_b32 s31, 5
s_mov_b32 s5, vcc_hi
