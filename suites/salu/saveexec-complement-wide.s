; S_AND_NOT1_SAVEEXEC_B64 (S_ANDN2 on Vega) turns off the lanes EXEC has: EXEC = source and not EXEC.
; RDNA3 ISA, 16.3 S_AND_NOT1_SAVEEXEC_B64; Vega ISA, 12.3.  0xff & ~0x3c = 0xc3, saved 0x3c.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules salu.saveexec
; assay: state exec = 0x3c
; assay: state s[2:3] = 0xff
; assay: expect s[0:1] = 0x3c
; assay: expect exec = 0xc3
; assay: observe s[0:1] exec
.if gfx906
s_andn2_saveexec_b64 s[0:1], s[2:3]
.else
s_and_not1_saveexec_b64 s[0:1], s[2:3]
.endif
