; A scalar load into an SGPR that was read as a mask in wave64 ends what that read began: later writes need no wait.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUMaskWriteHazard (LLVM 22 puts no wait there).
; kills: masks-stay
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.mask_write
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state s[4:5] = 0
; assay: state v2 = 2
; assay: state v3 = 3
; assay: observe v1 s6
; assay: expect v1[*] = 2
; assay: expect s6 = 1
v_cndmask_b32 v1, v2, v3, s[4:5]
s_load_b64 s[4:5], s[2:3], 0x0
s_waitcnt lgkmcnt(0)
s_mov_b32 s4, 1
s_mov_b32 s6, s4
