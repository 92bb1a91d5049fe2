; S_XNOR_SAVEEXEC turns on the lanes in which EXEC and the source agree.
; RDNA3 ISA, 6.7, 16.3 S_XNOR_SAVEEXEC_B32; Vega ISA, 5.7.  ~(0x0f ^ 0x3c) = ~0x33 = 0xffffffcc.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: state s0 = 0x3c
; assay: state s1 = 0
; assay: expect s2 = 0x0f
; assay: expect exec_lo = 0xffffffcc
; assay: expect scc = 1
; assay: observe s2 exec_lo scc
.if wave == 64
s_xnor_saveexec_b64 s[2:3], s[0:1]
.else
s_xnor_saveexec_b32 s2, s0
.endif
