; A negative inline constant has the 32 bits of a 32-bit operand: carries, compares and high products see no more.
; RDNA3 ISA, 7.2.1, 16.12 V_MUL_HI_U32; Vega ISA, 6.2.  2 * 0xffffffff = 0x1_fffffffe: high dword 1; 0xfffffff9 < 0xfffffffe; 0xffffffff + 0 has no carry.
; kills: inline-negative-wide
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules decode.inline.int
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 2
; assay: state v2 = 0xfffffffe
; assay: state v3 = 0
; assay: state s1 = 2
; assay: state s[4:5] = 1
; assay: state vcc = 0
; assay: expect v0[0] = 1
; assay: expect s0 = 1
; assay: expect vcc_lo = 1
; assay: expect v4[0] = 0xffffffff
; assay: expect s4 = 0
v_mul_hi_u32 v0, v1, -1
s_mul_hi_u32 s0, s1, -1
v_cmp_lt_u32 vcc, -7, v2
v_add_co_u32 v4, s[4:5], -1, v3
