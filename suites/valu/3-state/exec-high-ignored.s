; In wave32 EXEC_HI is no mask: what stands in it changes nothing.
; RDNA3 ISA, 3.2.2.  EXEC_LO = 3, EXEC_HI all ones or 0.
; kills: exec-ignored
; assay: arch gfx1100
; assay: wave 32
; assay: rules exec.wave32
; assay: state exec = 3
; assay: state v0 = 1
; assay: state v1 = 1
; assay: expect v0[0:2] = 7, 7, 1
; assay: expect v1[0:2] = 8, 8, 1
; assay: observe v0 v1
s_mov_b32 exec_hi, -1
v_mov_b32 v0, 7
s_mov_b32 exec_hi, 0
v_mov_b32 v1, 8
