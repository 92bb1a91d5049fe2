; ROW_EN takes the row of a mesh shader's export from M0; a primitive has DONE.
; RDNA3 ISA, 14.  M0[7:0] = 0x23.
; kills: export-row-dropped
; assay: arch gfx1100
; assay: rules export.data export.done
; assay: state exec = 1
; assay: state m0 = 0x123
; assay: state v1 = 9
; assay: expect export target=20 lanes=1 done row=0x23 0=9
; assay: expect export target=12 lanes=1 0=9
; assay: expect s0 = 7
; assay: observe s0
exp prim v1, off, off, off done row_en
exp pos0 v1, off, off, off
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
