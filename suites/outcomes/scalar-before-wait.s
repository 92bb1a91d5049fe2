; A scalar register that is read before the wait holds what it held, 5, or what is loaded, 7.
; RDNA3 ISA, 5.6, 8.2; Vega ISA, 4.4.
; kills: order-never-lands
; assay: arch gfx906 gfx1100
; assay: rules order.return counter.lgkm.unwaited
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state s4 = 5
; assay: observe s5
; assay: expect finding counter.lgkm.unwaited
; assay: expect outcome s5 = 5
; assay: expect outcome s5 = 7
s_load_dword s4, s[2:3], 0x0
s_mov_b32 s5, s4
s_waitcnt lgkmcnt(0)
