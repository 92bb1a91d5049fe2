; A mask read once more behind a call counts for the function that reads it, and a wait for the write ends what any function began.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUMaskWriteHazard (errata E-182).
; kills: masks-apart-for-ever
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.mask_write.apart
; assay: state s[4:5] = 0
; assay: state s[8:9] = 0
; assay: state v2 = 2
; assay: state v3 = 3
; assay: observe v1 s6 s7
; assay: expect v1[*] = 2
; assay: expect s6 = 1
; assay: expect s7 = 2
; assay: expect finding hazard.mask_write
s_call_b64 s[30:31], reads
v_cndmask_b32 v1, v2, v3, s[4:5]
s_mov_b32 s4, 1
s_mov_b32 s6, s4
s_mov_b32 s8, 2
s_waitcnt_depctr depctr_sa_sdst(0)
s_mov_b32 s7, s8
s_branch end
reads:
v_cndmask_b32 v1, v2, v3, s[4:5]
v_cndmask_b32 v1, v2, v3, s[8:9]
s_setpc_b64 s[30:31]
end:
