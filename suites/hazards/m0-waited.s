; One wait state after a scalar write of M0 is enough for all that use it: S_MOVRELS, a message, trace data, LDS by the lane's number.
; An LDS operation that does not use M0 needs none.
; Vega ISA, 4.5, Table 8.  s[4 + 2] = 60; lane 0 finds 7 at byte 2 * 4 = 8 of LDS, and 3 at byte 4.
; kills: wait-state-more
; assay: arch gfx906
; assay: rules hazard.m0
; assay: lds 16
; assay: lds_bytes 01000000030000000700000009000000
; assay: state exec = 1
; assay: state s6 = 60
; assay: state v1 = 4
; assay: state v2 = 0
; assay: state v3 = 0
; assay: expect s0 = 60
; assay: expect v2[0] = 7
; assay: expect v3[0] = 3
s_mov_b32 m0, 2
s_nop 0
s_movrels_b32 s0, s4
s_sendmsg sendmsg(MSG_INTERRUPT)
s_mov_b32 m0, 8
ds_read_b32 v3, v1
ds_read_addtid_b32 v2
s_ttracedata
s_waitcnt lgkmcnt(0)
