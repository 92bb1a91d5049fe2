; A store writes the bytes of every lane that is on and no others.
; RDNA3 ISA, 11; Vega ISA, 9.  Lanes 0, 1 and 3 are on; each writes 4 bytes at 4 * lane.
; kills: store-drops-lane
; assay: arch gfx906 gfx1100
; assay: rules memory.store, exec.inactive.keep, race.lanes
; assay: memory buf bytes=eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee
; assay: state exec = 0xb
; assay: state s[2:3] = buf
; assay: state v1 = lane * 4
; assay: state v2 = lane + 0x10
; assay: expect memory buf = u32:0x10,0x11,0xeeeeeeee,0x13,0xeeeeeeee
global_store_dword v1, v2, s[2:3]
