; VALU_DEP counts vector instructions that are not transcendental: one back from v_add_f32 is the write of v2.
; RDNA3 ISA, 5.7; LLVM AMDGPUInsertDelayAlu; errata E-310.  v3 = 1 + 1.
; kills: delay-counts-trans
; assay: arch gfx1100
; assay: rules control.delay.distance
; assay: state v1 = 1.0
; assay: expect v3[*] = 2.0
; assay: observe v3
v_mov_b32 v2, v1
v_rcp_f32 v5, v1
s_delay_alu instid0(VALU_DEP_1)
v_add_f32 v3, v2, v1
