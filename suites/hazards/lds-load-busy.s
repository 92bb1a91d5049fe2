; WAIT_VDST is how many vector ALU instructions may be outstanding when a load from LDS is issued: with 2 the one before the last may still
; be reading v1; with 1 it cannot.
; RDNA3 ISA, 12.2.1.2.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules hazard.ldsdir.valu
; assay: lds = 512
; assay: state m0 = 0x20000
; assay: state v0 = 8
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect v3[*] = 3
; assay: expect finding hazard.ldsdir.valu
v_add_nc_u32 v3, v1, v2
v_mov_b32 v4, v2
lds_direct_load v1 wait_vdst:2
s_waitcnt expcnt(0)
v_add_nc_u32 v5, v2, v2
v_mov_b32 v6, v0
lds_direct_load v2 wait_vdst:1
s_waitcnt expcnt(0)
