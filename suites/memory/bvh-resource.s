; The T# of a ray has type 8 and zeros where it is reserved; what another gives is not said.
; RDNA3 ISA, Table 54.  Bit 40 is reserved.
; kills: bvh-reserved-allowed
; assay: arch gfx1100
; assay: rules memory.bvh
; assay: memory bvh size=64 u32=0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x1234
; assay: state s[4:5] = bvh
; assay: state s6 = 0
; assay: state s7 = 0x80000000
; assay: state v16 = 0
; assay: state v17 = 100.0
; assay: state v18 = 1.0
; assay: state v19 = 2.0
; assay: state v20 = 3.0
; assay: state v21 = 0.0
; assay: state v22 = 0.0
; assay: state v23 = -1.0
; assay: state v24 = inf
; assay: state v25 = inf
; assay: state v26 = -1.0
; assay: expect finding memory.bvh
; assay: observe v8
s_lshr_b64 s[4:5], s[4:5], 8
s_or_b32 s5, s5, 0x100
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
