; A vector operation of wave64 that writes a scalar register it also reads is computed as one pass.
; RDNA3 ISA, 7.2.3.2, and errata E-017.  s4 = 5 in both passes: v0 = lane + 5, no carry: s[4:5] = 0.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 64
; assay: rules hazard.wave64.overwrite, valu.carry
; assay: state s4 = 5
; assay: state s5 = 0
; assay: state v0 = lane
; assay: expect v0[*] = lane + 5
; assay: expect s[4:5] = 0
; assay: expect note hazard.wave64.overwrite
v_add_co_u32_e64 v0, s[4:5], s4, v0
