; A wait for the write makes it safe: sa_sdst for the scalar ALU, va_sdst for the vector ALU, va_vcc for VCC.  An SGPR read as a constant, or
; not read again, needs none.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUMaskWriteHazard.  s6 = 1, v7 = 2, v8 = 2 where VCC is 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.mask_write
; assay: state s[4:5] = 0
; assay: state s[8:9] = 0
; assay: state vcc = 0
; assay: state v2 = 2
; assay: state v3 = 3
; assay: observe s6 v7 v8
; assay: expect s6 = 1
; assay: expect v7[*] = 2
; assay: expect v8[*] = 2
v_cndmask_b32 v1, v2, v3, s[4:5]
s_mov_b32 s4, 1
s_waitcnt_depctr depctr_sa_sdst(0)
s_mov_b32 s6, s4
v_readfirstlane_b32 s5, v2
s_waitcnt_depctr depctr_va_sdst(0)
v_mov_b32 v7, s5
v_cndmask_b32 v1, v2, v3, vcc
v_cmp_ne_u32 vcc, v2, v2
s_waitcnt_depctr depctr_va_vcc(0)
v_cndmask_b32 v8, v2, v3, vcc
v_mov_b32 v9, s8
s_mov_b32 s8, 1
s_mov_b32 s10, s8
