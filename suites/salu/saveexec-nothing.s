; The SCC of S_*_SAVEEXEC and S_*_WREXEC says whether the new EXEC is not 0, of all bits and of each form: 0 clears it, 1 sets it.
; RDNA3 ISA, 16.3 S_AND_SAVEEXEC_B64 to S_AND_NOT1_WREXEC_B64; Vega ISA, 12.3.  Sources and EXEC are 0, 1, -1 and -2 so that each form gives 0, then 1.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.saveexec
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: expect s2 = 0
; assay: expect s3 = 1
; assay: expect s4 = 0
; assay: expect s5 = 1
; assay: expect s6 = 0
; assay: expect s7 = 1
; assay: expect s8 = 0
; assay: expect s9 = 1
; assay: expect s10 = 0
; assay: expect s11 = 1
; assay: expect s12 = 0
; assay: expect s13 = 1
; assay: expect s14 = 0
; assay: expect s15 = 1
; assay: expect s16 = 0
; assay: expect s17 = 1
; assay: expect s18 = 0
; assay: expect s19 = 1
; assay: expect s20 = 0
; assay: expect s21 = 1
; assay: expect s22 = 0
; assay: expect s23 = 1
; assay: observe s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20 s21 s22 s23
.macro combine vega, rdna, what, exec_is, source, to
.if wave == 32
s_mov_b32 exec_lo, \exec_is
s_\rdna\()_\what\()_b32 s60, \source
.elseif gfx906
s_mov_b64 exec, \exec_is
s_\vega\()_\what\()_b64 s[60:61], \source
.else
s_mov_b64 exec, \exec_is
s_\rdna\()_\what\()_b64 s[60:61], \source
.endif
s_cselect_b32 s\to, 1, 0
.endm
combine and, and, saveexec, -1, 0, 0
combine and, and, saveexec, -1, 1, 1
combine or, or, saveexec, 0, 0, 2
combine or, or, saveexec, 0, 1, 3
combine nand, nand, saveexec, -1, -1, 4
combine nand, nand, saveexec, -1, -2, 5
combine nor, nor, saveexec, 0, -1, 6
combine nor, nor, saveexec, 0, -2, 7
combine xnor, xnor, saveexec, 0, -1, 8
combine xnor, xnor, saveexec, 0, -2, 9
combine andn2, and_not1, saveexec, 0, 0, 10
combine andn2, and_not1, saveexec, 0, 1, 11
combine orn2, or_not1, saveexec, -1, 0, 12
combine orn2, or_not1, saveexec, -1, 1, 13
combine andn1, and_not0, saveexec, -1, -1, 14
combine andn1, and_not0, saveexec, -1, -2, 15
combine orn1, or_not0, saveexec, 0, -1, 16
combine orn1, or_not0, saveexec, 0, -2, 17
combine xor, xor, saveexec, 1, 1, 18
combine xor, xor, saveexec, 0, 1, 19
combine andn2, and_not1, wrexec, 0, 0, 20
combine andn2, and_not1, wrexec, 0, 1, 21
combine andn1, and_not0, wrexec, -1, -1, 22
combine andn1, and_not0, wrexec, -1, -2, 23
