; A load into the last allocated vector register is made, and nothing is found.
; RDNA3 ISA, 3.3.2.  Of 8 registers v7 is the last.
; kills: last-register-refused
; assay: arch gfx906
; assay: rules register.vgpr.range
; assay: vgprs 8
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v7[*] = 7
; assay: observe v7
global_load_dword v7, v1, s[2:3]
s_waitcnt vmcnt(0)
