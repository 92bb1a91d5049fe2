; V_CMPX writes EXEC; what follows runs in the lanes that passed.
; RDNA3 ISA, 7.2.4; Vega ISA, 6.2.2.  Lanes below 4 pass.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.compare.exec, exec.inactive.keep
; assay: state v1 = lane
; assay: state v0 = 1
; assay: expect exec_lo = 0xf
; assay: expect v0[0:5] = 7, 7, 7, 7, 1, 1
; assay: observe exec_lo v0
v_cmpx_gt_u32 4, v1
v_mov_b32 v0, 7
