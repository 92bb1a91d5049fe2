; A vector operation of wave64 may write another scalar register than it reads.
; RDNA3 ISA, 7.2.3.2.  s4 = 5: v0 = lane + 5, no carry: s[6:7] = 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 64
; assay: rules hazard.wave64.overwrite, valu.carry
; assay: state s4 = 5
; assay: state s[6:7] = 9
; assay: state v0 = lane
; assay: expect v0[*] = lane + 5
; assay: expect s[6:7] = 0
v_add_co_u32_e64 v0, s[6:7], s4, v0
