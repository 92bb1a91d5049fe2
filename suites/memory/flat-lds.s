; A flat address whose upper half is that of the shared aperture goes to LDS.
; RDNA3 ISA, 11.1.1; Vega ISA, 9.2.  The upper half comes from SRC_SHARED_BASE; LDS byte 8 holds 77.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules memory.aperture
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 8
; assay: state v2 = 77
; assay: state v0 = 0
; assay: state v3 = 0
; assay: expect v0[0] = 77
; assay: expect v3[0] = 79
; assay: observe v0 v3
s_mov_b64 s[4:5], src_shared_base
v_mov_b32 v5, s5
v_mov_b32 v4, 8
ds_write_b32 v1, v2
s_waitcnt lgkmcnt(0)
flat_load_dword v0, v[4:5]
s_waitcnt vmcnt(0) lgkmcnt(0)
v_or_b32 v3, 2, v0
