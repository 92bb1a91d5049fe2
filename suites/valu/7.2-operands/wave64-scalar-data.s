; An SGPR as data is the same for both halves of a wave64, a mask takes two registers.
; RDNA3 ISA, 7.2.6; Vega ISA, 6.2.  s4 as data is 5 in every lane; as a mask lane 0 and, by s5, lane 33.
; kills: upper-half-copied
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.wave64, valu.cndmask
; assay: state s4 = 1
; assay: state s5 = 2
; assay: state v1 = 10
; assay: state v2 = 20
; assay: expect v0[0:1] = 20, 10
; assay: expect v0[32:33] = 10, 20
; assay: expect v3[0] = 1
; assay: expect v3[63] = 1
; assay: observe v0 v3
v_cndmask_b32_e64 v0, v1, v2, s[4:5]
v_mov_b32 v3, s4
