; A scalar write of EXEC takes effect at the next vector instruction.
; RDNA3 ISA, 3.2.2; Vega ISA, 3.3.  Lanes 1 and 3 of 0b1010.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules salu.exec_mask, exec.inactive.keep
; assay: state v0 = 1
; assay: expect v0[0:4] = 1, 7, 1, 7, 1
; assay: observe v0
s_mov_b32 exec_lo, 10
s_mov_b32 exec_hi, 0
v_mov_b32 v0, 7
