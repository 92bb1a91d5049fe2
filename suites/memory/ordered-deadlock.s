; DS_ORDERED_COUNT waits for its turn; where no wave has the turn before, for ever.
; RDNA3 ISA, 13.4.3.  The only wave is number 1, and the turn is 0's.
; kills: ordered-count-any-turn
; assay: arch gfx1100
; assay: rules gws.deadlock gds.ordered
; assay: state m0 = 1
; assay: state v1 = 9
; assay: expect status = fault
; assay: expect finding gws.deadlock
; assay: observe s1
s_mov_b64 exec, 1
ds_ordered_count v2, v1 offset:0x100 gds
s_waitcnt lgkmcnt(0)
s_nop 0
