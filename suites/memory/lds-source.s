; The data of DS_*_SRC2 lie in LDS, a signed number of dwords from the address: OFFSET's low 15 bits.
; Vega ISA, 12.13 DS_ADD_SRC2_U32.  Lane 0: [0] += [8]: 1 + 3; lane 1: [4] += [12]: 2 + 4.  Then [8] = [0] of lane 0 alone.
; kills: distance-unsigned
; assay: arch gfx906
; assay: rules lds.source
; assay: lds 16
; assay: lds_bytes 01000000020000000300000004000000
; assay: state exec = 3
; assay: state m0 = 0xffffffff
; assay: state v1 = lane * 4
; assay: state v2 = 8
; assay: expect lds = u32:4,6,4,4
; assay: observe lds
ds_add_src2_u32 v1 offset:2
s_mov_b64 exec, 1
ds_write_src2_b32 v2 offset:0x7ffe
s_waitcnt lgkmcnt(0)
