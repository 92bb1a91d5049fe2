; The NOT1 forms (N2 on Vega) invert EXEC, not the source.
; RDNA3 ISA, 16.3 S_OR_NOT1_SAVEEXEC_B32; Vega ISA, 12.3 S_ORN2_SAVEEXEC_B64.  0x0c | ~0x0f = 0xfffffffc.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: state s0 = 0x0c
; assay: state s1 = 0
; assay: expect s2 = 0x0f
; assay: expect exec_lo = 0xfffffffc
; assay: expect scc = 1
; assay: observe s2 exec_lo scc
.if gfx906
s_orn2_saveexec_b64 s[2:3], s[0:1]
.else
.if wave == 64
s_or_not1_saveexec_b64 s[2:3], s[0:1]
.else
s_or_not1_saveexec_b32 s2, s0
.endif
.endif
