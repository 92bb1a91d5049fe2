; An access beyond the size in M0 reads 0 and writes nothing, though the global data share goes on there.
; RDNA3 ISA, 12.6, 12.7; Vega ISA, 10, and 3.11: a memory violation.  Size 8: byte 4 is inside, bytes 8 to 11 and 6 to 9 are not.
; kills: gds-size-ignored
; assay: arch gfx906 gfx1100
; assay: rules gds.range gds.address
; assay: memory share space=gds u32=0x11,0x22,0x33,0x44
; assay: state exec = 1
; assay: state m0 = 8
; assay: state v1 = 4
; assay: state v2 = 8
; assay: state v3 = 6
; assay: state v9 = 9
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: expect v4[0] = 0x22
; assay: expect v5[0] = 0
; assay: expect v6[0] = 0
; assay: expect memory share = u32:0x11,0x22,0x33,0x44
; assay: expect note gds.range
; assay[gfx906]: expect s6 = 1
; assay[gfx906]: observe s6
; assay: observe v4 v5 v6 memory:share
ds_read_b32 v4, v1 gds
ds_read_b32 v5, v2 gds
ds_read_b32 v6, v3 gds
ds_write_b32 v2, v9 gds
s_waitcnt lgkmcnt(0)
.if gfx906
s_getreg_b32 s6, hwreg(HW_REG_TRAPSTS, 8, 1)
.endif
