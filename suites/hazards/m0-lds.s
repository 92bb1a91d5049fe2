; LDS by the lane's number, loads into LDS, parameters and LDS_DIRECT use M0 on their own and need a wait state after a scalar write of it.
; Vega ISA, 4.5, Table 8.  Bytes 8 to 11 of LDS are 7; the load puts 11 to byte 12.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.m0
; assay: lds 16
; assay: lds_bytes 01000000030000000700000009000000
; assay: memory buf u32=11
; assay: state s[2:3] = buf
; assay: state exec = 1
; assay: state v1 = 0
; assay: expect v2[0] = 7
; assay: expect v3[0] = 7
; assay: expect lds = u32:1,3,7,11
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: expect finding hazard.m0
; assay: observe v2 v3 lds
s_mov_b32 m0, 8
ds_read_addtid_b32 v2
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0x20008
v_mov_b32 v3, src_lds_direct
s_mov_b32 m0, 12
global_load_dword v1, s[2:3] lds
s_waitcnt vmcnt(0)
