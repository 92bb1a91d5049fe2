; Immediate and scalar register are added to the base, the immediate as a signed number.
; RDNA3 ISA, 8.1; Vega ISA, 7.2.  buf + 12 - 4 = buf + 8.
; kills: smem-register-unread
; assay: arch gfx906 gfx1100
; assay: rules smem.offset
; assay: memory buf u32=1,2,3,4
; assay: state s[2:3] = buf
; assay: state s4 = 12
; assay: expect s5 = 3
s_load_dword s5, s[2:3], s4 offset:-4
s_waitcnt lgkmcnt(0)
