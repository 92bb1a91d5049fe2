; Operations that would ignore CLAMP have no encoding with it.
; RDNA3 ISA, 7.2.3.1 (V_ADD3 ignores it), and errata E-154.  The words are v_add3_u32 v0, v1, v2, v3 with CLAMP.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.illegal, valu.clamp.int
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd6558000, 0x040e0501
