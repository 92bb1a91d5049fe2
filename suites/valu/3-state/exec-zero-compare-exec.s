; With EXEC 0 V_CMPX leaves EXEC 0, whatever it compares.
; RDNA3 ISA, 3.2.3, 7.2.3; Vega ISA, 3.3.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules exec.zero, valu.compare.exec
; assay: state exec = 0
; assay: state v0 = 9
; assay: state v1 = 1
; assay: expect exec = 0
; assay: expect v0[0:1] = 9, 9
; assay: observe exec v0
v_cmpx_eq_u32 v1, v1
v_mov_b32 v0, 5
