; Lanes that an outstanding load does not write are unsafe too: lane 1 of v1 is read and written before the wait.
; Mesa src/amd/compiler/README-ISA.md, "unused VMEM/DS destination lanes".  v5 = 5 shows that the rest ran.
; kills: load-inactive-unseen
; assay: arch gfx1100
; assay: profile silicon
; assay: rules counter.load.inactive
; assay: memory buf size=256 u32=11,12,13,14
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 7
; assay: state exec = 0x1
; assay: observe s5
; assay: expect s5 = 5
; assay: expect finding counter.load.inactive
; assay: expect finding counter.load.inactive
global_load_b32 v1, v0, s[2:3]
s_mov_b32 exec_lo, 2
v_mov_b32 v2, v1
v_mov_b32 v1, 9
s_waitcnt vmcnt(0)
s_mov_b32 s5, 5
