; The wait state behind long stores is for images with a T# of 128 bits; behind one of 256 bits their data may be overwritten at once.
; Vega ISA, 4.5, Table 8 "256-bit T# doesn't require"; errata E-176.  The four components of a texel at 0, of 32_32_32_32.
; kills: image-data-guarded
; assay: arch gfx906
; assay: rules hazard.store.overwrite, image.store
; assay: memory buf size=256 address=0x100000
; assay: state s[4:11] = 0x1000, 0x10e00000, 0x1, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 4
; assay: state v5 = 5
; assay: state v6 = 6
; assay: state v7 = 7
; assay: expect memory buf = u32:4,5,6,7
; assay: expect v5[0] = 9
image_store v[4:7], v0, s[4:11] dmask:0xf unorm
v_mov_b32 v5, 9
