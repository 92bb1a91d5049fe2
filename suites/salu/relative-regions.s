; A relative move stays among the registers of its base: SGPRs go on into VCC, trap temporaries end at 15; beyond, a source is s0.
; RDNA3 ISA, 3.3.1.4.  s104 + 3 is VCC_HI; one further there is nothing; ttmp8 reads 0 outside a trap handler.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules salu.movrel, register.ttmp.user
; assay: state s0 = 11
; assay: state s104 = 5
; assay: state vcc_hi = 7
; assay: expect s1 = 7
; assay: expect s2 = 11
; assay: expect s3 = 0
; assay: expect s4 = 11
; assay: expect note register.ttmp.user
s_mov_b32 m0, 3
s_movrels_b32 s1, s104
s_mov_b32 m0, 4
s_movrels_b32 s2, s104
s_movrels_b32 s3, ttmp8
s_mov_b32 m0, 8
s_movrels_b32 s4, ttmp8
