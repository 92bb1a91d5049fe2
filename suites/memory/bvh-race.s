; A node for boxes of 32 bits has 128 bytes: to write any of them while another wave of the group reads the node is a race.
; RDNA3 ISA, 5.5, 10.9.  Wave 0 stores a dword at byte 64 of the node, wave 1 intersects it, and no barrier stands between.
; kills: races-unreported
; assay: arch gfx1100
; assay: wave 32
; assay: rules race.global memory.bvh.box
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: memory bvh size=128
; assay: state s[4:5] = bvh
; assay: state s6 = 1
; assay: state s7 = 0x80000000
; assay: state s[8:9] = bvh
; assay: state exec = 1
; assay: waves[0] s0 = 0
; assay: waves[1] s0 = 1
; assay: state v0 = 64
; assay: state v1 = 1.0
; assay: state v16 = 5
; assay: state v17 = 100.0
; assay: state v18 = 0.0
; assay: state v19 = 0.0
; assay: state v20 = 0.0
; assay: state v21 = 1.0
; assay: state v22 = 0.25
; assay: state v23 = 0.25
; assay: state v24 = 1.0
; assay: state v25 = 4.0
; assay: state v26 = 4.0
; assay: expect finding race.global
; assay: expect waves[0] s0 = 0
; assay: expect waves[1] s0 = 1
; assay: observe s0
s_cmp_eq_u32 s0, 0
s_cbranch_scc0 other
global_store_b32 v0, v1, s[8:9]
s_endpgm
other:
s_lshr_b64 s[4:5], s[4:5], 8
s_or_b32 s5, s5, 0x80000000
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
