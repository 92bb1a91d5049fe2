; A field of no bits is 0 and clears SCC, signed or not.
; RDNA3 ISA, 16.1 S_BFE_I32; Vega ISA, 12.1.  (1 << 0) - 1 = 0.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.bitfield
; assay: state scc = 1
; assay: state s0 = 0xffffffff
; assay: expect s1 = 0
; assay: expect s2 = 0
; assay: expect s3 = 0
; assay: expect scc = 0
s_bfe_i32 s1, s0, 4
s_cselect_b32 s2, 1, 0
s_bfe_u32 s3, s0, 4
