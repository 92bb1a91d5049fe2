; GLOBAL_LOAD_ADDTID and _STORE_ADDTID add four times the lane to a scalar base and the offset, which has a sign.
; RDNA3 ISA, 11.2, and errata E-043.  Lane n reads buf + 8 - 4 + 4n and stores at buf + 16 + 4n.
; kills: lane-address-ignored
; assay: arch gfx1100
; assay: rules memory.addtid
; assay: memory buf u32=1,2,3,4,5,6,7,8
; assay: state exec = 3
; assay: state s[2:3] = buf+8
; assay: state v1 = 0
; assay: state v2 = 70, 71
; assay: expect v1[0:1] = 2, 3
; assay: expect memory buf = u32:1,2,3,4,70,71,7,8
; assay: observe memory:buf
global_load_addtid_b32 v1, s[2:3] offset:-4
global_store_addtid_b32 v2, s[2:3] offset:8
s_waitcnt vmcnt(0)
s_waitcnt_vscnt null, 0x0
