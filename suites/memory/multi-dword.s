; A load of several dwords fills registers in order of address; a load of 64 bits two, of 96 three.
; RDNA3 ISA, 16.15 GLOBAL_LOAD_B96; Vega ISA, 12.18.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules memory.load
; assay: memory buf u32=1,2,3,4,5
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v4[*] = 1
; assay: expect v6[*] = 3
; assay: expect v8[*] = 5
; assay: expect v10[*] = 6
global_load_dwordx3 v[4:6], v1, s[2:3]
global_load_dwordx2 v[7:8], v1, s[2:3] offset:12
s_waitcnt vmcnt(0)
v_mov_b32 v9, v8
v_or_b32 v10, 2, v7
