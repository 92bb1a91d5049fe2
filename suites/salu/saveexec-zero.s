; A saveexec whose result is 0 clears SCC, and vector instructions then write nothing.
; RDNA3 ISA, 16.3 and 3.2.3; Vega ISA, 12.3 and 3.3.  0xf0 & ~0xff = 0 (S_ANDN2, on RDNA3 S_AND_NOT1: source and not EXEC).
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: rules salu.saveexec, exec.zero
; assay: state exec = 0xff
; assay: state s[0:1] = 0xf0
; assay: state v0 = 1
; assay: expect s2 = 0xff
; assay: expect scc = 0
; assay: expect v0[*] = 1
; assay: observe s2 scc v0
.if gfx906
s_andn2_saveexec_b64 s[2:3], s[0:1]
.else
s_and_not1_saveexec_b32 s2, s0
.endif
v_mov_b32 v0, 2
