; Scalar loads return in any order: only lgkmcnt(0) proves one of them.
; RDNA3 ISA, 5.6, 8.2; Vega ISA, 4.4, 7.  Two loads of one dword count 1 each; lgkmcnt(1) leaves either outstanding.
; kills: smem-in-order
; assay: arch gfx906 gfx1100
; assay: rules counter.order, counter.lgkm.unwaited
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: observe s0
; assay: expect finding counter.lgkm.unwaited
s_load_dword s4, s[2:3], 0x0
s_load_dword s5, s[2:3], 0x4
s_waitcnt lgkmcnt(1)
s_mov_b32 s6, s4
