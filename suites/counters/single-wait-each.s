; Each counter has its wait: LGKMcnt a scalar load's, EXPcnt a load's from LDS past the vector ALU, VScnt a store's, each by a register.
; RDNA3 ISA, 5.6, 16.2.  S_WAITCNT_VSCNT, _EXPCNT, _LGKMCNT are 24, 26, 27.  EXPcnt has three bits: 6 + 2 is 0.
; kills: wait-exp-wide
; assay: arch gfx1100
; assay: rules counter.wait.single
; assay: memory buf u32=7,9
; assay: lds 16
; assay: lds_bytes 0b000000
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state s4 = 0
; assay: state s5 = 6
; assay: state m0 = 0x20000
; assay: state v1 = 0
; assay: state v4 = 0
; assay: state v2 = 5
; assay: expect s9 = 7
; assay: expect v4[0] = 11
; assay: expect s10 = 5
; assay: observe s9 v4 s10
s_load_b32 s8, s[2:3], 0x0
.long 0xb0000000 | 27 << 23 | 4 << 16 | 0
s_mov_b32 s9, s8
lds_direct_load v3 wait_vdst:0
.long 0xb0000000 | 26 << 23 | 5 << 16 | 2
v_mov_b32 v4, v3
global_store_b32 v1, v2, s[2:3] offset:4
.long 0xb0000000 | 24 << 23 | 4 << 16 | 0
s_load_b32 s10, s[2:3], 0x4
s_waitcnt lgkmcnt(0)
