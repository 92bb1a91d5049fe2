; A vector operation of wave32 has one pass, and may write the scalar register that it reads.
; RDNA3 ISA, 7.2.3.2.  s4 = 5: v0 = lane + 5, no carry: s4 = 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32
; assay: rules hazard.wave64.overwrite, valu.carry
; assay: state s4 = 5
; assay: state v0 = lane
; assay: expect v0[*] = lane + 5
; assay: expect s4 = 0
v_add_co_u32_e64 v0, s4, s4, v0
