; S_*_SAVEEXEC with a destination that is no register still writes EXEC.
; RDNA3 ISA, 3.3.1.4; Vega ISA, 3.6.1.  EXEC = 0xff & 0xf = 0xf.
; kills: saveexec-leaves-exec
; assay: arch gfx906
; assay: rules salu.saveexec, register.sgpr.range
; assay: sgprs 16
; assay: state exec = 0xff
; assay: state s[2:3] = 0xf
; assay: expect exec = 0xf
; assay: expect note register.sgpr.range
; assay: observe exec
s_and_saveexec_b64 s[20:21], s[2:3]
