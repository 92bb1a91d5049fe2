; The destination of a 64-bit operation may be its source, its count too.
; RDNA3 ISA, 6.2; Vega ISA, 5.2.  s[0:1] = 0x1_00000004 << (s0 & 63 = 4) = 0x10_00000040; the bits of s3 = 5 doubled are 0x33; the bits of s[4:5] in reverse.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.sources_first
; assay: state s[0:1] = 0x100000004
; assay: state s[2:3] = 0x500000003
; assay: state s[4:5] = 0x0f0f0f0f00ff00ff
; assay: expect s[0:1] = 0x1000000040
; assay: expect s[2:3] = 0x33
; assay: expect s[4:5] = 0xff00ff00f0f0f0f0
s_lshl_b64 s[0:1], s[0:1], s0
s_bitreplicate_b64_b32 s[2:3], s3
s_brev_b64 s[4:5], s[4:5]
