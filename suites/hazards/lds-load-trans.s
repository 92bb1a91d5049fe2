; Transcendentals run beside other VALU instructions, so WAIT_VDST cannot count past one: only 0 is safe then.
; RDNA3 ISA, 12.2.1.2; LLVM GCNHazardRecognizer, fixLdsDirectVALUHazard.  WAIT_VDST 1 would do without v_rcp_f32.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: profile silicon
; assay: rules hazard.ldsdir.trans, hazard.ldsdir.valu
; assay: lds = 512
; assay: state m0 = 0x20000
; assay: state v1 = 1
; assay: state v2 = 1.0
; assay: observe v3
; assay: expect v3[*] = 1
; assay: expect finding hazard.ldsdir.trans
v_mov_b32 v3, v1
v_rcp_f32 v4, v2
lds_direct_load v1 wait_vdst:1
s_waitcnt expcnt(0)
