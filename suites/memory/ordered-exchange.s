; Of the registers for streamout DS_ORDERED_COUNT exchanges 4 to 7 alone.
; RDNA3 ISA, 13.4.3.  Register 6 gets 9 and gives 70; register 1 may only be added to.
; kills: ordered-exchange-anywhere
; assay: arch gfx1100
; assay: wave 64
; assay: rules gds.ordered
; assay: memory regs space=gs u32=0,0,0,0,0,0,70,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
; assay: state m0 = 0
; assay: state v1 = 9
; assay: expect v2[0] = 70
; assay: expect memory regs+24 = u32:9
; assay: expect finding gds.ordered
; assay: observe v2 memory:regs
s_mov_b64 exec, 1
ds_ordered_count v2, v1 offset:0x1018 gds
s_waitcnt lgkmcnt(0)
ds_ordered_count v3, v1 offset:0x1004 gds
s_waitcnt lgkmcnt(0)
s_nop 0
