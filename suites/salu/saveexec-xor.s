; S_XOR_SAVEEXEC of EXEC with itself is 0 and clears SCC.
; RDNA3 ISA, 6.7, 16.3 S_XOR_SAVEEXEC_B32; Vega ISA, 5.7.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: state s0 = 0x0f
; assay: state s1 = 0
; assay: state scc = 1
; assay: expect s2 = 0x0f
; assay: expect exec_lo = 0
; assay: expect scc = 0
; assay: observe s2 exec_lo scc
.if wave == 64
s_xor_saveexec_b64 s[2:3], s[0:1]
.else
s_xor_saveexec_b32 s2, s0
.endif
