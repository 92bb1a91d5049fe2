; A literal of a 64-bit bit operation is extended by zeros.
; RDNA3 ISA, 4.1; Vega ISA, 5.2: {0x00000000, 0x80000001} | {0x10, 0x2} = {0x10, 0x80000003}.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.literal.wide
; assay: state s2 = 2
; assay: state s3 = 0x10
; assay: expect s[0:1] = 0x1080000003
s_or_b64 s[0:1], s[2:3], 0x80000001
