; A scalar register that a function read as a mask in wave64 is written and read after the function has returned: a note, since LLVM looks
; at one function at a time.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUMaskWriteHazard; ACO waits before it leaves a function (errata E-182).
; kills: masks-of-one-function
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.mask_write.apart
; assay: state s[4:5] = 0
; assay: state v2 = 2
; assay: state v3 = 3
; assay: observe v1 s6
; assay: expect v1[*] = 2
; assay: expect s6 = 1
; assay: expect note hazard.mask_write.apart
s_call_b64 s[30:31], reads
s_mov_b32 s4, 1
s_mov_b32 s6, s4
s_branch end
reads:
v_cndmask_b32 v1, v2, v3, s[4:5]
s_setpc_b64 s[30:31]
end:
