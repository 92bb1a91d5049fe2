; A saveexec that saves into EXEC leaves EXEC as it was: its destination is written last.  SCC shows the combination.
; RDNA3 ISA, 16.3, and errata E-011.  0x0f & 0xfffffff0 = 0.
; kills: saveexec-order
; assay: arch gfx1100
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: expect exec_lo = 0x0f
; assay: expect scc = 0
; assay: observe exec_lo scc
.if wave == 64
s_and_saveexec_b64 exec, -16
.else
s_and_saveexec_b32 exec_lo, -16
.endif
