; A loop over eight words of two arrays, loaded by scalar loads: sum of (n + 1) * (8 - n) for n = 0 to 7.
; RDNA3 ISA, 5.4, 8.1; Vega ISA, 4.2, 7.2.  8 + 14 + 18 + 20 + 20 + 18 + 14 + 8 = 120.
; kills: branch-off-by-one
; assay: arch gfx906 gfx1100
; assay: rules control.branch, smem.offset, salu.multiply
; assay: memory a u32=1,2,3,4,5,6,7,8
; assay: memory b u32=8,7,6,5,4,3,2,1
; assay: state s[2:3] = a
; assay: state s[4:5] = b
; assay: expect s0 = 120
; assay: observe s0
s_mov_b32 s0, 0
s_mov_b32 s1, 0
turn:
s_load_dword s6, s[2:3], s1
s_load_dword s7, s[4:5], s1
s_waitcnt lgkmcnt(0)
s_mul_i32 s6, s6, s7
s_add_u32 s0, s0, s6
s_add_u32 s1, s1, 4
s_cmp_lt_u32 s1, 32
s_cbranch_scc1 turn
