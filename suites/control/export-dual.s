; The two exports for a dual source take lanes by pairs: each where a pixel of its own is on.
; RDNA3 ISA, 14.1.  Lanes 0, 3 and 4 are on: 21 has the pairs of the even ones, 0 1 4 5, 22 that of the odd one, 2 3.
; kills: dual-source-plain
; assay: arch gfx1100
; assay: wave 32
; assay: rules export.data
; assay: state exec = 0x19
; assay: state v1 = 10
; assay: expect export target=21 lanes=0x33 0=10
; assay: expect export target=22 lanes=0xc done
; assay: expect s0 = 7
; assay: observe s0
exp dual_src_blend0 v1, off, off, off
exp dual_src_blend1 v1, off, off, off done
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
