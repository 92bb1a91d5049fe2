; DS_ORDERED_COUNT works in the order of waves in M0, whatever wave comes first.
; RDNA3 ISA, 16.15, and errata E-225.  Wave 0 is number 1, wave 1 number 0: wave 1 adds 5 to 100, then wave 0 adds 3 to 105.
; The count is dword 1 of base 4 in the global data share, byte 8; OFFSET1[0] lets the next wave go.
; kills: ordered-count-any-turn
; assay: arch gfx906
; assay: wave 64
; assay: rules gds.ordered
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory share space=gds u32=1,2,100,4
; assay: waves[0] m0 = 0x00040001
; assay: waves[1] m0 = 0x00040000
; assay: waves[0] v1 = 3
; assay: waves[1] v1 = 5
; assay: state v2 = 0
; assay: expect waves[0] v2[0] = 105
; assay: expect waves[1] v2[0] = 100
; assay: expect memory share = u32:1,2,108,4
; assay: observe v2 memory:share
s_mov_b64 exec, 1
ds_ordered_count v2, v1 offset:0x104 gds
s_waitcnt lgkmcnt(0)
s_nop 0
