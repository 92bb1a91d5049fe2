; Scalar accesses have no order among themselves: a load may come before an earlier store to the same bytes.
; Vega ISA, 7.3.  No wait stands between.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules memory.own.unwaited
; assay: memory out size=16
; assay: state s[4:5] = out
; assay: state s6 = 5
; assay: expect finding memory.own.unwaited
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
s_store_dword s6, s[4:5], 0x0
s_load_dword s7, s[4:5], 0x0
s_waitcnt lgkmcnt(0)
