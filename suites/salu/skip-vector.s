; S_SETVSKIP takes a bit of source 0; while VSKIP is 1 vector operations do nothing, not even to VCC, and scalar ones run.
; Vega ISA, 4.2, 12.4 S_SETVSKIP, 3.5.  Bit 4 of 0x10 sets VSKIP, bit 3 clears it.
; kills: literal-zero
; assay: arch gfx906
; assay: rules valu.vskip
; assay: state s0 = 0x10
; assay: state v0 = 5
; assay: state v1 = 5
; assay: state vcc = 0x77
; assay: expect v0[*] = 5
; assay: expect v1[*] = 9
; assay: expect vcc = 0x77
; assay: expect s1 = 0x1234
; assay: expect s2 = 1
; assay: observe v0 v1 vcc s1 s2
s_setvskip s0, 4
s_nop 1
v_mov_b32 v0, 7
v_cmp_eq_u32 vcc, 0, 0
s_mov_b32 s1, 0x1234
s_getreg_b32 s2, hwreg(HW_REG_MODE, 28, 1)
s_setvskip s0, 3
s_nop 1
v_mov_b32 v1, 9
