; The NOT0 forms (N1 on Vega) invert the source, not EXEC.
; RDNA3 ISA, 16.3 S_AND_NOT0_SAVEEXEC_B32; Vega ISA, 12.3 S_ANDN1_SAVEEXEC_B64.  ~0x3c & 0x0f = 0x03; then ~0xfffffff0 | 0x03 = 0x0f.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: state s0 = 0x3c
; assay: state s1 = 0
; assay: state s4 = 0xfffffff0
; assay: state s5 = 0xffffffff
; assay: expect s2 = 0x0f
; assay: expect s6 = 0x03
; assay: expect exec_lo = 0x0f
; assay: expect scc = 1
; assay: observe s2 s6 exec_lo scc
.if gfx906
s_andn1_saveexec_b64 s[2:3], s[0:1]
s_orn1_saveexec_b64 s[6:7], s[4:5]
.else
.if wave == 64
s_and_not0_saveexec_b64 s[2:3], s[0:1]
s_or_not0_saveexec_b64 s[6:7], s[4:5]
.else
s_and_not0_saveexec_b32 s2, s0
s_or_not0_saveexec_b32 s6, s4
.endif
.endif
