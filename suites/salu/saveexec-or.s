; S_OR_SAVEEXEC saves EXEC and sets further bits of it.
; RDNA3 ISA, 6.7, 16.3 S_OR_SAVEEXEC_B32; Vega ISA, 5.7.  0x0f | 0x30 = 0x3f.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: state s0 = 0x30
; assay: state s1 = 0
; assay: state s3 = 0
; assay: expect s[2:3] = 0x0f
; assay: expect exec_lo = 0x3f
; assay: expect scc = 1
; assay: observe s[2:3] exec_lo scc
.if wave == 64
s_or_saveexec_b64 s[2:3], s[0:1]
.else
s_or_saveexec_b32 s2, s0
.endif
