; Sizes of an indirect dispatch come from memory, and the same dwords go to user data, where a shader has its gl_NumWorkGroups.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6; packets of Mesa's sid.h, as radeonsi sends them.  NUM_THREAD 64, 1, 1; PGM 0x10000; RSRC2: three user SGPRs, TGID_X:
; 0x86; COPY_DATA of memory, three times, from 0x20008 to USER_DATA_0, _1, _2; SET_BASE 0x20000; DISPATCH_INDIRECT 8.  3 groups, 1 and 1.
; kills: user-sgprs-shifted
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.packets, dispatch.sgpr.user
; assay: packets 007603c007020000400000000100000001000000007602c00c0200000001000000000000007602c01202000000000f0086000000004004c0010000000800020000000000402e000000000000004004c0010000000c00020000000000412e000000000000004004c0010000001000020000000000422e000000000000001102c0010000000000020000000000001601c00800000001000000
; assay: memory sizes address=0x20000 u32=9,9,3,1,1,9
; assay: expect waves[0] s0 = 3
; assay: expect waves[0] s1 = 1
; assay: expect waves[0] s2 = 1
; assay: expect waves[2] s0 = 3
; assay: expect waves[2] s3 = 2
; assay: expect instructions = 3
; assay: observe s[0:3]
s_nop 0
