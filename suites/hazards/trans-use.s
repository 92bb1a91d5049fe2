; A result of the transcendental unit comes late: a VALU that reads it needs more than 5 VALU instructions since, or more than one of them
; transcendental, or a wait.  Known of the hardware, not written in the manual.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUTransUseHazard.  rcp(4) = 0.25; 0.25 + 0.25 = 0.5 where the result was there.
; kills: trans-use-short
; assay: arch gfx1100
; assay: wave 32 64
; assay: profile silicon
; assay: rules hazard.trans.use
; assay: state v2 = 4.0
; assay: observe v4
; assay: expect v4[*] = 3
; assay: expect finding hazard.trans.use
v_rcp_f32 v1, v2
v_mov_b32 v4, 3
v_mov_b32 v5, 3
v_mov_b32 v6, 3
v_mov_b32 v7, 3
v_mov_b32 v8, 3
v_add_f32 v3, v1, v1
