; However long ago an SGPR was read as a mask in wave64, its next write must be waited for.  Known of the hardware, not written in the manual.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUMaskWriteHazard looks back to the start of the program.
; kills: masks-forgotten
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
v_cndmask_b32 v1, v2, v3, s[4:5]
.rept 70
v_mov_b32 v8, 1
.endr
s_mov_b32 s4, 1
s_mov_b32 s6, s4
