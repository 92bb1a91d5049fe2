; VALU_DEP does not count a transcendental, so it cannot wait for the result of one.
; RDNA3 ISA, 5.7; LLVM AMDGPUInsertDelayAlu; errata E-310.  v2 = 5 shows that the rest ran.
; kills: delay-counts-trans
; assay: arch gfx1100
; assay: rules control.delay.distance
; assay: state v1 = 1.0
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect note control.delay.distance
v_mov_b32 v2, 5
v_rcp_f32 v5, v1
s_delay_alu instid0(VALU_DEP_1)
v_add_f32 v3, v5, v1
