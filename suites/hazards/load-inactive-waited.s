; After the wait every lane of the register is safe: lane 0 has the loaded 11, lane 1 what it had.
; Mesa src/amd/compiler/README-ISA.md, "unused VMEM/DS destination lanes".
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: profile silicon
; assay: rules counter.load.inactive
; assay: memory buf size=256 u32=11,12,13,14
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 7
; assay: state v2 = 0
; assay: state exec = 0x1
; assay: observe v1 v2
; assay: expect v1[0] = 11
; assay: expect v2[1] = 7
global_load_b32 v1, v0, s[2:3]
s_waitcnt vmcnt(0)
s_mov_b32 exec_lo, 2
v_mov_b32 v2, v1
