; S_MULK_I32 keeps the low 32 bits of a signed product and leaves SCC alone.
; RDNA3 ISA, 16.2 S_MULK_I32; Vega ISA, 12.2.  6 * -7 = -42 = 0xffffffd6.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.multiply, salu.immediate
; assay: state s0 = 6
; assay: state scc = 1
; assay: expect s0 = 0xffffffd6
; assay: expect scc = 1
; assay: observe s0 scc
s_mulk_i32 s0, -7
