; A load into the last allocated vector register is made; one that ends beyond it is made for no lane.
; RDNA3 ISA, 3.3.2.  Of 8 registers v7 is the last; v[7:8] ends beyond, and v7 keeps its value.
; kills: last-register-refused
; assay: arch gfx906
; assay: rules register.vgpr.range
; assay: vgprs 8
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v7[*] = 7
; assay: expect note register.vgpr.range
; assay: observe v7
global_load_dword v7, v1, s[2:3]
s_waitcnt vmcnt(0)
global_load_dwordx2 v[7:8], v1, s[2:3]
s_waitcnt vmcnt(0)
