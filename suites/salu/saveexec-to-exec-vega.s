; On gfx9 a saveexec that saves into EXEC leaves the combination there: D.u64 = EXEC, and then EXEC = S0.u64 | EXEC.
; Vega ISA, 12.3, and errata E-011.  0x0f | 0x10 = 0x1f.
; kills: saveexec-order
; assay: arch gfx906
; assay: rules salu.saveexec
; assay: state exec = 0x0f
; assay: expect exec_lo = 0x1f
; assay: expect scc = 1
; assay: observe exec_lo scc
s_or_saveexec_b64 exec, 16
