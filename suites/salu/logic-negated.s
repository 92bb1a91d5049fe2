; S_NAND, S_NOR and S_XNOR invert the result before SCC looks at it.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  ~(-1 & -1) = 0: SCC 0; ~(0xf0 | 0x0f) = 0xffffff00; ~(5 ^ 5) = 0xffffffff: SCC 1.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.logic
; assay: state s0 = 0xf0
; assay: state s1 = 0x0f
; assay: state scc = 1
; assay: expect s2 = 0
; assay: expect s3 = 0
; assay: expect s4 = 0xffffff00
; assay: expect s5 = 0xffffffff
; assay: expect scc = 1
s_nand_b32 s2, -1, -1
s_cselect_b32 s3, 1, 0
s_nor_b32 s4, s0, s1
s_xnor_b32 s5, 5, 5
