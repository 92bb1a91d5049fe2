; Loads return in order: vmcnt(1) proves the first of two.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.  The first holds 7, the second 9.
; kills: wait-one-short
; assay: arch gfx906 gfx1100
; assay: rules counter.order
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v2[*] = 7
; assay: expect v3[*] = 9
global_load_dword v0, v1, s[2:3]
global_load_dword v4, v1, s[2:3] offset:4
s_waitcnt vmcnt(1)
v_mov_b32 v2, v0
s_waitcnt vmcnt(0)
v_mov_b32 v3, v4
