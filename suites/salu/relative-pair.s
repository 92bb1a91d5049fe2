; An odd index of a 64-bit relative move counts as the even one below it.
; RDNA3 ISA, 3.3.1, 16.3 S_MOVRELS_B64, and errata E-012; Vega ISA, 12.3.  M0 = 19 - 16 = 3: the pair s[4 + 2:4 + 3].
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.movrel
; assay: state s2 = 19
; assay: state s6 = 60
; assay: state s7 = 70
; assay: state s[8:9] = 0
; assay: expect s0 = 60
; assay: expect s1 = 70
s_add_u32 m0, s2, -16
s_nop 0
s_movrels_b64 s[0:1], s[4:5]
