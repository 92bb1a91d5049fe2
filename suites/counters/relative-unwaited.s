; V_MOVRELS that reads what a load has not brought yet is reported, though it names another register.
; RDNA3 ISA, 4.4, 7.8.  M0 = 2: v4 + 2 = v6, which DS_LOAD_B32 is on its way to.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules counter.lgkm.unwaited, valu.movrel
; assay: lds 512
; assay: lds_bytes 01000000020000000300000004000000
; assay: state m0 = 2
; assay: state v1 = 0
; assay: state v4 = 44
; assay: state v6 = 66
; assay: expect finding counter.lgkm.unwaited
ds_load_b32 v6, v1
v_movrels_b32 v0, v4
s_waitcnt lgkmcnt(0)
