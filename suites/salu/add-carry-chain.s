; The carry of S_ADDC_U32 counts the carry that came in: 0xffffffff + 0 + 1 carries out again.
; RDNA3 ISA, 16.1 S_ADDC_U32; Vega ISA, 12.1.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.carry
; assay: state scc = 1
; assay: state s0 = 0xffffffff
; assay: expect s1 = 0
; assay: expect s2 = 1
; assay: expect scc = 0
s_addc_u32 s1, s0, 0
s_addc_u32 s2, 0, 0
