; WAIT_VDST 0 waits for all, and without a transcendental between a count is safe.
; RDNA3 ISA, 12.2.1.2; LLVM GCNHazardRecognizer, fixLdsDirectVALUHazard.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: profile silicon
; assay: rules hazard.ldsdir.trans, hazard.ldsdir.valu
; assay: lds = 512
; assay: state m0 = 0x20000
; assay: state v1 = 1
; assay: state v2 = 1.0
; assay: observe v3
; assay: expect v3[*] = 1
v_mov_b32 v3, v1
v_rcp_f32 v4, v2
lds_direct_load v1 wait_vdst:0
s_waitcnt expcnt(0)
v_mov_b32 v5, v2
v_mov_b32 v6, v3
lds_direct_load v2 wait_vdst:1
s_waitcnt expcnt(0)
