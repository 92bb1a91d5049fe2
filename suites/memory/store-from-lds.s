; BUFFER_STORE_LDS_DWORD stores a dword a lane from M0[15:0] + the offset + 4 * lane of LDS.
; Vega ISA, 8.1.7, 12.15.  The resource adds the lane to the index, stride 4: lane 0 stores 2 at buf + 4, lane 1 stores 3 at buf + 8.
; kills: beside-lane-ignored
; assay: arch gfx906
; assay: rules memory.lds
; assay: lds 16
; assay: lds_bytes 01000000020000000300000004000000
; assay: memory buf address=0x20000000 u32=9,9,9,9
; assay: state exec = 3
; assay: state s4 = 0x20000000
; assay: state s5 = 0x40000
; assay: state s6 = 16
; assay: state s7 = 0x807fac
; assay: state m0 = 0
; assay: expect memory buf = u32:9,2,3,9
; assay: observe memory:buf
s_nop 0
buffer_store_lds_dword s[4:7], 0 offset:4 lds
s_waitcnt vmcnt(0)
