; S_BCNT1 counts ones and sets SCC when there is one; S_BCNT0 counts zeros.
; RDNA3 ISA, 16.3 S_BCNT1_I32_B64; Vega ISA, 12.3.  0xff00ff00_000000ff has 8 + 8 + 8 = 24 ones; -1 has no zero, so SCC is 0 at the end.
; kills: scc-unwritten
; assay: arch gfx906 gfx1100
; assay: rules salu.count
; assay: state s[0:1] = 0xff00ff00000000ff
; assay: state s2 = 0xffffffff
; assay: expect s3 = 24
; assay: expect s4 = 1
; assay: expect s5 = 0
; assay: expect scc = 0
s_cmp_eq_u32 0, 1
s_bcnt1_i32_b64 s3, s[0:1]
s_cselect_b32 s4, 1, 0
s_bcnt0_i32_b32 s5, s2
