; DS_ORDERED_COUNT works in the order of waves in M0, whatever wave comes first.
; RDNA3 ISA, 13.4.3, 16.15, and errata E-225.  Wave 0 is number 1, wave 1 number 0: wave 1 adds 5 to 100, then wave 0 adds 3 to 105.
; The count is register 5 of those for streamout, byte 20; OFFSET1[0] lets the next wave go.
; kills: ordered-count-any-turn
; assay: arch gfx1100
; assay: wave 64
; assay: rules gds.ordered, gws.source, race.gds
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory share space=gs u32=0,0,0,0,0,100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
; assay: waves[0] m0 = 0x00040001
; assay: waves[1] m0 = 0x00040000
; assay: waves[0] v1 = 3
; assay: waves[1] v1 = 5
; assay: state v2 = 0
; assay: expect waves[0] v2[0] = 105
; assay: expect waves[1] v2[0] = 100
; assay: expect memory share+20 = u32:108
; assay: observe v2 memory:share
s_mov_b64 exec, 1
ds_ordered_count v2, v1 offset:0x114 gds
s_waitcnt lgkmcnt(0)
s_nop 0
