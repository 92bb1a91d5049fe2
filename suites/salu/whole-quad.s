; S_WQM sets all four bits of a quad that has one, and SCC when the result is not 0.
; RDNA3 ISA, 16.3 S_WQM_B32; Vega ISA, 12.3.  0x10000200: bits 28 and 9 give quads 31:28 and 11:8: 0xf0000f00.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.wqm
; assay: state s0 = 0x10000200
; assay: state s1 = 1
; assay: state scc = 0
; assay: expect s2 = 0xf0000f00
; assay: expect s4 = 0xf0000f00
; assay: expect s5 = 0x0000000f
; assay: expect scc = 1
s_wqm_b32 s2, s0
s_wqm_b64 s[4:5], s[0:1]
