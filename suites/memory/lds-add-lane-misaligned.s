; M0 of the add-TID forms is a multiple of 4.
; RDNA3 ISA, 12.5 ("M0 must be DWORD-aligned").
; kills: addtid-anywhere
; assay: arch gfx1100
; assay: rules lds.addtid.align
; assay: lds 512
; assay: state m0 = 6
; assay: state s0 = 1
; assay: expect finding lds.addtid.align
; assay: expect s0 = 1
; assay: observe s0
ds_load_addtid_b32 v1
s_waitcnt lgkmcnt(0)
