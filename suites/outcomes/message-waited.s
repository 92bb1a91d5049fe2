; Message passing with a wait behind the data and behind the flag: who sees the new flag sees the new data.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: order-wait-passes
; assay: arch gfx906 gfx1100
; assay: rules order.wait race.global
; assay: wave 64
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 256
; assay: state v2 = 1
; assay: state v4 = 0
; assay: state v5 = 0
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 1
; assay: observe v4 v5
; assay: expect finding race.global
; assay: expect finding race.global
; assay: expect outcome waves[1] v4[0] = 0 ; waves[1] v5[0] = 0
; assay: expect outcome waves[1] v4[0] = 0 ; waves[1] v5[0] = 1
; assay: expect outcome waves[1] v4[0] = 1 ; waves[1] v5[0] = 1
; assay: expect never waves[1] v4[0] = 1 ; waves[1] v5[0] = 0
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 reads
global_store_dword v0, v2, s[2:3]
.if gfx1100
s_waitcnt_vscnt null, 0
.else
s_waitcnt vmcnt(0)
.endif
global_store_dword v1, v2, s[2:3]
s_endpgm
reads:
global_load_dword v4, v1, s[2:3]
s_waitcnt vmcnt(0)
global_load_dword v5, v0, s[2:3]
s_waitcnt vmcnt(0)
