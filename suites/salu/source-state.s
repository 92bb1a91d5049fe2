; M0, EXEC and VCC are sources and destinations like others.
; RDNA3 ISA, 6.2; Vega ISA, 5.2.  -16 through M0; EXEC 0xff shifted left by 4; the low word of VCC plus 1.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.move, decode.inline.int
; assay: state exec = 0xff
; assay: state vcc = 0x41
; assay: expect s0 = 0xfffffff0
; assay: expect s1 = 0xff0
; assay: expect s2 = 0x42
; assay: expect vcc_hi = 9
; assay: observe s0 s1 s2 vcc_hi
s_mov_b32 m0, -16
s_mov_b32 s0, m0
s_lshl_b32 s1, exec_lo, 4
s_add_u32 s2, vcc_lo, 1
s_mov_b32 vcc_hi, 9
