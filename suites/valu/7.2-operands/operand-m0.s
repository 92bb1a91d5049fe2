; M0 as a vector source gives its 32 bits to every lane.
; RDNA3 ISA, 7.2, Table 26 (code 125; 124 on Vega); Vega ISA, 6.2.1.  0x1234 - 16 = 0x1224.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules decode.scalar_source
; assay: state s0 = 0x1234
; assay: expect v0[*] = 0x1224
s_add_u32 m0, s0, -16
v_mov_b32 v0, m0
