; The offset of a global access is signed.
; RDNA3 ISA, 11.2; Vega ISA, 9.3.  buf + 8 - 4 holds 2, buf + 8 + 4 holds 4.
; kills: offset-unsigned
; assay: arch gfx906 gfx1100
; assay: rules memory.address.global
; assay: memory buf u32=1,2,3,4
; assay: state v[4:5] = buf+8
; assay: expect v0[*] = 2
; assay: expect v1[*] = 4
global_load_dword v0, v[4:5], off offset:-4
global_load_dword v1, v[4:5], off offset:4
s_waitcnt vmcnt(0)
