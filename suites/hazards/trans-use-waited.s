; What makes a transcendental's result safe to read: six VALU instructions, two transcendental ones, a wait for va_vdst, or a vector memory
; instruction, which waits by itself.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUTransUseHazard.  exp2(0) = 1 exactly enough: 1 + 1 = 2.
; kills: trans-use-long
; assay: arch gfx1100
; assay: wave 32 64
; assay: profile silicon
; assay: rules hazard.trans.use
; assay: lds = 512
; assay: state v0 = lane * 4
; assay: state v2 = 0
; assay: state v4 = 3
; assay: observe v4
; assay: expect v4[*] = 6
v_exp_f32 v1, v2
v_mov_b32 v5, 3
v_mov_b32 v6, 3
v_mov_b32 v7, 3
v_mov_b32 v8, 3
v_mov_b32 v9, 3
v_mov_b32 v10, 3
v_add_f32 v3, v1, v1
v_exp_f32 v1, v2
v_exp_f32 v5, v2
v_exp_f32 v6, v2
v_add_f32 v3, v1, v1
v_exp_f32 v1, v2
s_waitcnt_depctr depctr_va_vdst(0)
v_add_f32 v3, v1, v1
v_exp_f32 v1, v2
ds_store_b32 v0, v4
v_add_f32 v3, v1, v1
v_add_nc_u32 v4, v4, v4
