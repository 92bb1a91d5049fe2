; The forms that add the lane to the address exist in LDS only.
; RDNA3 ISA, 12.5.  With GDS set nothing is read.
; kills: gds-add-lane-untold
; assay: arch gfx906 gfx1100
; assay: rules gds.lds_only
; assay: memory share space=gds u32=0x11,0x22,0x33,0x44
; assay: state exec = 1
; assay: state m0 = 16
; assay: state s1 = 3
; assay: expect s1 = 3
; assay: expect finding gds.lds_only
; assay: observe s1
ds_read_addtid_b32 v4 gds
s_waitcnt lgkmcnt(0)
