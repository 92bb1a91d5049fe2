; Private memory may be accessed at any byte: what lies beyond a dword lies in the lane's next dword.
; RDNA3 ISA, 11.2 (swizzle: offset / 4 * 4 * 64 + offset % 4 + 4 * lane); Vega ISA, 9.4.  Bytes 3 to 6 of each lane are 0x44332211;
; around them lie zeros: dwords 0x11000000 and 0x00443322.  The short at 3 is 0x2211, 0x4433 at 5.
; kills: private-parts-together
; assay: arch gfx906 gfx1100
; assay: rules memory.address.scratch
; assay: scratch 16
; assay: state s4 = 3
; assay: state v1 = 0x44332211
; assay: state v2 = 0
; assay: expect v5[0:2] = 0x11000000, 0x11000000, 0x11000000
; assay: expect v6[0:2] = 0x443322, 0x443322, 0x443322
; assay: expect v7[0:2] = 0x2211, 0x2211, 0x2211
; assay: expect v8[0:2] = 0x4433, 0x4433, 0x4433
; assay: expect v9[0:2] = 0x44332211, 0x44332211, 0x44332211
s_mov_b32 s5, 0
scratch_store_dword off, v2, s5
scratch_store_dword off, v2, s5 offset:4
scratch_store_dword off, v1, s4
scratch_load_dword v5, off, s5
scratch_load_dword v6, off, s5 offset:4
scratch_load_ushort v7, off, s4
scratch_load_ushort v8, off, s4 offset:2
scratch_load_dword v9, off, s4
s_waitcnt vmcnt(0)
