; S_MOV copies 32 or 64 bits, S_NOT complements, and only S_NOT touches SCC.
; RDNA3 ISA, 16.3 S_MOV_B64, S_NOT_B32; Vega ISA, 12.3.  ~0xffffffff = 0, so SCC is 0.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.move, salu.logic
; assay: state scc = 1
; assay: state s[2:3] = 0x123456789abcdef0
; assay: expect s[0:1] = 0x123456789abcdef0
; assay: expect s4 = 0x00c0ffee
; assay: expect s5 = 1
; assay: expect s6 = 0
; assay: expect scc = 0
s_mov_b64 s[0:1], s[2:3]
s_mov_b32 s4, 0x00c0ffee
s_cselect_b32 s5, 1, 0
s_not_b32 s6, -1
