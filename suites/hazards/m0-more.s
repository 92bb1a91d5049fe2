; Trace data, stores by the lane's number to LDS, and what buffers move between memory and LDS want a wait state after a scalar write of M0.
; Vega ISA, 4.5, Table 8.  Lane 0: 9 to LDS 4; buf[0] = 11 to LDS 8; LDS 0 + 4 = 9 to buf[1].
; kills: m0-to-lds-unseen
; assay: arch gfx906
; assay: rules hazard.m0
; assay: lds 16
; assay: lds_bytes 01000000030000000700000009000000
; assay: memory buf address=0x20000000 u32=11,0
; assay: state exec = 1
; assay: state s[4:5] = 0x20000000
; assay: state s6 = 8
; assay: state s7 = 0x27fac
; assay: state v1 = 9
; assay: expect lds = u32:1,9,11,9
; assay: expect memory buf = u32:11,9
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: observe lds memory:buf
s_mov_b32 m0, 4
s_ttracedata
s_mov_b32 m0, 4
ds_write_addtid_b32 v1
s_mov_b32 m0, 8
buffer_load_dword off, s[4:7], 0 lds
s_waitcnt vmcnt(0) lgkmcnt(0)
s_mov_b32 m0, 0
buffer_store_lds_dword s[4:7], 0 offset:4 lds
s_waitcnt vmcnt(0)
