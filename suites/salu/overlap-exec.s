; A saveexec may save into its own source: the source is read first.
; RDNA3 ISA, 16.3 S_AND_SAVEEXEC_B32; Vega ISA, 12.3.  0x3c & 0x0f = 0x0c; s0 then holds the old EXEC.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.sources_first, salu.saveexec
; assay: state exec = 0x0f
; assay: state s[0:1] = 0x3c
; assay: expect s0 = 0x0f
; assay: expect exec_lo = 0x0c
; assay: observe s0 exec_lo
.if wave == 64
s_and_saveexec_b64 s[0:1], s[0:1]
.else
s_and_saveexec_b32 s0, s0
.endif
