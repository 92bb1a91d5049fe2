; S_BFM makes a mask of source 0 bits at the place source 1 says, both modulo the width, and leaves SCC alone.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  Width 4 at 8 = 0xf00; width 32 counts as 0: 0; offset 33 counts as 1: 0x1e; in 64 bits 36 at 4 = 0xff_fffffff0.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.bitfield
; assay: state scc = 1
; assay: state s0 = 33
; assay: expect s1 = 0x00000f00
; assay: expect s2 = 0
; assay: expect s3 = 0x0000001e
; assay: expect s[4:5] = 0xfffffffff0
; assay: expect scc = 1
; assay: observe s1 s2 s3 s[4:5] scc
s_bfm_b32 s1, 4, 8
s_bfm_b32 s2, 32, 8
s_bfm_b32 s3, 4, s0
s_bfm_b64 s[4:5], 36, 4
