; Packets are carried out one after the other: registers stay from one dispatch to the next, sizes come from memory that
; packets wrote, and a dispatch of which a size is 0 launches nothing.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6; packets of Mesa's sid.h, Linux's soc15d.h and nvd.h.  NUM_THREAD 64, 1, 1; PGM 0x10000; RSRC2: TGID_X and _Y, 0x180; START_X 1;
; DISPATCH_DIRECT 2, 0, 1: none; EVENT_WRITE; DISPATCH_DIRECT 2, 1, 1: group (1, 0); START_Y 2; WRITE_DATA 2, 3, 1 to
; 0x20000; SET_BASE 0x1fff0; DISPATCH_INDIRECT 0x10: group (1, 2).  Two waves of one instruction.
; kills: walk-from-zero
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.packets
; assay: packets 007603c007020000400000000100000001000000007602c00c0200000001000000000000007602c01202000000000f0080010000007603c004020000010000000000000000000000001503c002000000000000000100000001000000004600c007040000001503c002000000010000000100000001000000007601c00502000002000000003705c0000100000000020000000000020000000300000001000000001102c001000000f0ff010000000000001601c01000000001000000
; assay: memory sizes address=0x20000 size=16
; assay: expect waves[0] s0 = 1
; assay: expect waves[0] s1 = 0
; assay: expect waves[1] s0 = 1
; assay: expect waves[1] s1 = 2
; assay: expect memory sizes = u32:2,3,1,0
; assay: expect instructions = 2
; assay: observe s0 s1 memory:sizes
s_nop 0
