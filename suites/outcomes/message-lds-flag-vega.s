; Message passing with the data in memory and the flag in LDS, and no wait between the two:
; the store goes the one way of the group before the flag is written, and the load goes it after the flag was read.
; LLVM AMDGPUUsage, Memory Model GFX6-GFX9; Vega ISA, 4.4 (errata E-189).
; kills: order-way-forgotten
; assay: arch gfx906
; assay: rules order.way race.global
; assay: wave 64
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: lds 512
; assay: lds_bytes 00000000
; assay: state m0 = 0xffffffff
; assay: state v0 = 0
; assay: state v1 = 256
; assay: state v2 = 1
; assay: state v4 = 0
; assay: state v5 = 0
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 1
; assay: observe v4 v5
; assay: expect finding race.global
; assay: expect finding race.lds
; assay: expect outcome waves[1] v4[0] = 0 ; waves[1] v5[0] = 0
; assay: expect outcome waves[1] v4[0] = 0 ; waves[1] v5[0] = 1
; assay: expect outcome waves[1] v4[0] = 1 ; waves[1] v5[0] = 1
; assay: expect never waves[1] v4[0] = 1 ; waves[1] v5[0] = 0
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 reads
global_store_dword v0, v2, s[2:3]
ds_write_b32 v0, v2
s_endpgm
reads:
ds_read_b32 v4, v0
s_waitcnt lgkmcnt(0)
global_load_dword v5, v0, s[2:3]
s_waitcnt vmcnt(0)
