; 64-bit operations have no DPP form.
; RDNA3 ISA, 7.7, Table 30; Vega ISA, 13.3.9.  The words are v_ceil_f64 v[0:1] with source 250 and a DPP word.
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.dpp16, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0x7e0030fa, 0xff00e401
