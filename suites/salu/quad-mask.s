; S_QUADMASK keeps one bit for each four, at the bottom; SCC is result not 0.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  0x10000200: quads 7 and 2: 0x84; 0x80000000_00000001: quads 15 and 0: 0x8001; of 0: 0 and SCC 0.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.wqm
; assay: state s0 = 0x10000200
; assay: state s[2:3] = 0x8000000000000001
; assay: expect s4 = 0x84
; assay: expect s[6:7] = 0x8001
; assay: expect s8 = 1
; assay: expect s9 = 0
; assay: expect scc = 0
s_quadmask_b32 s4, s0
s_quadmask_b64 s[6:7], s[2:3]
s_cselect_b32 s8, 1, 0
s_quadmask_b32 s9, 0
