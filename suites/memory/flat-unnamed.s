; A flat access has no scalar address: what its SADDR field holds, 0 here, names no register.
; Vega ISA, 9.1.  s[0:1] holds something; the address is v[4:5] alone, 2 at buf + 4.
; kills: flat-scalar-added
; assay: arch gfx906
; assay: rules memory.address
; assay: memory buf u32=1,2,3,4
; assay: state v[4:5] = buf
; assay: state s0 = 0x100
; assay: state s1 = 1
; assay: expect v0[*] = 2
.long 0xdc500004, 0x00000004                 ; flat_load_dword v0, v[4:5] offset:4
s_waitcnt vmcnt(0) lgkmcnt(0)
