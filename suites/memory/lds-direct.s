; LDS_DIRECT_LOAD gives whole quads the value at M0[15:0], of the type M0[18:16] says.
; RDNA3 ISA, 12.4.  The dword 0xfedc8081 at 8: unsigned byte 0x81, signed byte -127, unsigned short 0x8081, signed short 0xffff8081.
; kills: direct-whole
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules lds.direct
; assay: lds = 512
; assay: lds_bytes = 00000000000000008180dcfe
; assay: state exec = 0x20
; assay: state v5 = 9
; assay: state v6 = 9
; assay: state v7 = 9
; assay: state v8 = 9
; assay: state v9 = 9
; assay: expect v5[3:8] = 9, 0x81, 0x81, 0x81, 0x81, 9
; assay: expect v6[3:8] = 9, 0x8081, 0x8081, 0x8081, 0x8081, 9
; assay: expect v7[4:7] = 0xfedc8081, 0xfedc8081, 0xfedc8081, 0xfedc8081
; assay: expect v8[4:7] = 0xffffff81, 0xffffff81, 0xffffff81, 0xffffff81
; assay: expect v9[4:7] = 0xffff8081, 0xffff8081, 0xffff8081, 0xffff8081
s_mov_b32 m0, 8
lds_direct_load v5
s_mov_b32 m0, 0x10008
lds_direct_load v6
s_mov_b32 m0, 0x20008
lds_direct_load v7
s_mov_b32 m0, 0x40008
lds_direct_load v8
s_mov_b32 m0, 0x50008
lds_direct_load v9
s_waitcnt expcnt(0)
