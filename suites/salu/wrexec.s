; WREXEC gives EXEC and the destination the same new mask; SCC is result not 0.
; RDNA3 ISA, 6.7, 16.3 S_AND_NOT0_WREXEC_B32; Vega ISA, 12.3 S_ANDN1_WREXEC_B64.  ~0x3c & 0x0f = 0x03; then 0x0c & ~0x03 = 0x0c.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.wrexec
; assay: state exec = 0x0f
; assay: state s0 = 0x3c
; assay: state s1 = 0
; assay: state s4 = 0x0c
; assay: state s5 = 0
; assay: expect s2 = 0x03
; assay: expect s6 = 0x0c
; assay: expect exec_lo = 0x0c
; assay: expect scc = 1
; assay: observe s2 s6 exec_lo scc
.if gfx906
s_andn1_wrexec_b64 s[2:3], s[0:1]
s_andn2_wrexec_b64 s[6:7], s[4:5]
.else
.if wave == 64
s_and_not0_wrexec_b64 s[2:3], s[0:1]
s_and_not1_wrexec_b64 s[6:7], s[4:5]
.else
s_and_not0_wrexec_b32 s2, s0
s_and_not1_wrexec_b32 s6, s4
.endif
.endif
