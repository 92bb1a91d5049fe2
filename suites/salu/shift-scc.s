; A shift sets SCC to result not 0: what was shifted out does not count.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  0x80000000 << 1 = 0; 1 >> 1 = 0; in 64 bits 0x80000000 << 1 = 0x1_00000000 is not 0.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.shift
; assay: state s[0:1] = 0x80000000
; assay: state scc = 1
; assay: expect s2 = 0
; assay: expect s3 = 0
; assay: expect s[4:5] = 0x100000000
; assay: expect s6 = 1
; assay: expect s7 = 0
; assay: expect scc = 0
s_lshl_b32 s2, s0, 1
s_cselect_b32 s3, 1, 0
s_lshl_b64 s[4:5], s[0:1], 1
s_cselect_b32 s6, 1, 0
s_lshr_b32 s7, 1, 1
