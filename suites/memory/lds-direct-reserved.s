; Data types 3, 6 and 7 of a direct load are reserved, and its address is a multiple of 4.
; RDNA3 ISA, 12.4 "3 unused", "6,7 Reserved"; "byte address and must be DWORD aligned".
; kills: direct-type-untold
; assay: arch gfx1100
; assay: rules lds.direct, lds.align
; assay: lds = 512
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect finding lds.direct
; assay: expect finding lds.direct
; assay: expect finding lds.align
; assay: observe s0
s_mov_b32 m0, 0x30008
lds_direct_load v5
s_mov_b32 m0, 0x60008
lds_direct_load v6
s_mov_b32 m0, 0x20006
lds_direct_load v7
s_waitcnt expcnt(0)
