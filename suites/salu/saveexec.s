; S_AND_SAVEEXEC saves EXEC, makes it the conjunction, and sets SCC when that is not 0.
; RDNA3 ISA, 16.3 S_AND_SAVEEXEC_B64; Vega ISA, 12.3.  0xff & 0x0f = 0x0f: only lanes 0 to 3 are written.
; kills: saveexec-leaves-exec
; assay: arch gfx906 gfx1100
; assay: rules salu.saveexec, salu.exec_mask
; assay: state exec = 0xff
; assay: state s0 = 0x0f
; assay: state s1 = 0
; assay: state v0 = 1
; assay: expect s2 = 0xff
; assay: expect exec_lo = 0x0f
; assay: expect scc = 1
; assay: expect v0[0:5] = 2, 2, 2, 2, 1, 1
; assay: observe s2 exec_lo scc v0
.if wave == 64
s_and_saveexec_b64 s[2:3], s[0:1]
.else
s_and_saveexec_b32 s2, s0
.endif
v_mov_b32 v0, 2
