; S_ASHR fills with the sign; the count is taken modulo 32 or 64.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  -16 >> (34 & 31) = -4; in 64 bits 0x80000000_00000000 >> (68 & 63) = 0xf8000000_00000000.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.shift
; assay: state s0 = 34
; assay: state s1 = 68
; assay: state s[2:3] = 0x8000000000000000
; assay: expect s4 = 0xfffffffc
; assay: expect s[6:7] = 0xf800000000000000
; assay: expect scc = 1
s_ashr_i32 s4, -16, s0
s_ashr_i64 s[6:7], s[2:3], s1
