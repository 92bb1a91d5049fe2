; A sum may go to either of its sources, and SCC to an operation that reads it.
; RDNA3 ISA, 6.4; Vega ISA, 5.4.  s0 = 5 + 7; s1 = 12 + 7 = 19 into source 1; 0xffffffff + 1 carries, and the carry is added to s3.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.sources_first, salu.carry
; assay: state s0 = 5
; assay: state s1 = 7
; assay: state s2 = 0xffffffff
; assay: state s3 = 9
; assay: expect s0 = 12
; assay: expect s1 = 19
; assay: expect s2 = 0
; assay: expect s3 = 19
; assay: expect scc = 0
s_add_u32 s0, s0, s1
s_add_u32 s1, s0, s1
s_add_u32 s2, s2, 1
s_addc_u32 s3, s3, s3
