; The immediate of S_MOVK_I32 and S_ADDK_I32 is extended by its sign.
; RDNA3 ISA, 6.4 (SOPK); Vega ISA, 5.2.  -2 = 0xfffffffe; 5 + -7 = -2.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.immediate
; assay: state s1 = 5
; assay: expect s0 = 0xfffffffe
; assay: expect s1 = 0xfffffffe
; assay: expect scc = 0
s_movk_i32 s0, -2
s_addk_i32 s1, -7
