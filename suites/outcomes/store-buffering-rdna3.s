; Store buffering (SB).  Each of two waves stores 1 to a place of its own and loads the other's.  Nothing waits, and stores
; and loads are not kept in order: all four results, both old ones among them.
; RDNA3 ISA, 5.6 (stores and loads are of different types, which are out of order with respect to each other).
; kills: order-stores-kept
; assay: arch gfx1100
; assay: rules order.types race.global
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v2 = 1
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 256
; assay: waves[1] v0 = 256
; assay: waves[1] v1 = 0
; assay: state v3 = 9
; assay: observe v3
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 0
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 1
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 0
; assay: expect outcome waves[0] v3[0] = 1 ; waves[1] v3[0] = 1
global_store_b32 v0, v2, s[2:3]
global_load_b32 v3, v1, s[2:3]
s_waitcnt vmcnt(0)
