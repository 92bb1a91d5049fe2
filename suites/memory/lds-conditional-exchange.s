; DS_CONDXCHG32_RTN_B64 stores each dword of the data whose top bit is set, without that bit, and returns both old ones.
; RDNA3 ISA, 16.15; Vega ISA, 12.13.  The address 4 + 8 + 3 counts as 8: [8] = 5, [12] stays.
; kills: atomic-returns-new
; assay: arch gfx906 gfx1100
; assay: rules lds.exchange
; assay: lds 16
; assay: lds_bytes 01000000020000000300000004000000
; assay: state exec = 1
; assay: state m0 = 0xffffffff
; assay: state v1 = 7
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v2 = 0x80000005
; assay: state v3 = 0x7ffffff6
; assay: expect v4[0] = 3
; assay: expect v5[0] = 4
; assay: expect lds = u32:1,2,5,4
; assay: observe lds
ds_condxchg32_rtn_b64 v[4:5], v1, v[2:3] offset:8
s_waitcnt lgkmcnt(0)
