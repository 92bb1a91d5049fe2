; In wave64 an SGPR that a VALU read as a mask, that the scalar ALU, then the vector ALU writes, and that is read without a wait for the
; write.  Known of the hardware, not written in the manual.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUMaskWriteHazard (LLVM 22: of writes by the vector ALU too).
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.mask_write
; assay: state s[4:5] = 0
; assay: state v2 = 2
; assay: state v3 = 3
; assay: observe v1
; assay: expect v1[*] = 2
; assay: expect finding hazard.mask_write
; assay: expect finding hazard.mask_write
v_cndmask_b32 v1, v2, v3, s[4:5]
s_mov_b32 s4, 1
s_mov_b32 s6, s4
s_waitcnt_depctr depctr_sa_sdst(0)
v_readfirstlane_b32 s5, v2
v_mov_b32 v7, s5
