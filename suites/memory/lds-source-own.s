; With OFFSET1[7] set the distance is the lane's own, in bits 31:17 of the address register.
; Vega ISA, 12.13 DS_SUB_SRC2_U32.  Lane 0: [0] -= [4]: 10 - 2; lane 1: [12] -= [8], distance -1: 40 - 3.
; kills: distance-unsigned
; assay: arch gfx906
; assay: rules lds.source
; assay: lds 16
; assay: lds_bytes 0a000000020000000300000028000000
; assay: state exec = 3
; assay: state m0 = 0xffffffff
; assay: state v1 = 0x20000, 0xfffe000c
; assay: expect lds = u32:8,2,3,37
; assay: observe lds
ds_sub_src2_u32 v1 offset:0x8007
s_waitcnt lgkmcnt(0)
