; DS_*_SRC2 is an atomic: an address that is no multiple of its size is a memory violation.
; Vega ISA, 12.13; RDNA3 ISA, 12.7.  The address is 2.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules lds.align
; assay: lds 16
; assay: state exec = 1
; assay: state m0 = 0xffffffff
; assay: state v1 = 2
; assay: expect finding lds.align
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
ds_add_src2_u32 v1 offset:1
s_waitcnt lgkmcnt(0)
