; In wave32 too EXEC is two registers: a 64-bit S_OR_SAVEEXEC saves and changes both, though EXEC_HI turns no lane on.
; RDNA3 ISA, 3.2.2, 6.7.  0xff_0000000f | 0xf00_00000030 = 0xfff_0000003f.
; kills: exec-high-unread
; assay: arch gfx1100
; assay: wave 32
; assay: rules salu.saveexec
; assay: state exec_hi = 0xff
; assay: state exec_lo = 0x0f
; assay: state s[0:1] = 0xf0000000030
; assay: expect s[2:3] = 0xff0000000f
; assay: expect exec_lo = 0x3f
; assay: expect exec_hi = 0xfff
; assay: expect scc = 1
; assay: observe s[2:3] exec_lo exec_hi scc
s_or_saveexec_b64 s[2:3], s[0:1]
