; A wave spins until it sees the flag another wave sets behind its data.  However often it turns, what it comes out with is
; one result: the data.  States that come back end the search.
; RDNA3 ISA, 5.4, 5.6; Vega ISA, 4.2, 4.4.
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
; assay: waves[0] s4 = 0
; assay: waves[1] s4 = 1
; assay: state v5 = 0
; assay: state v6 = 0
; assay: observe v5
; assay: outcomes 60
; assay: expect finding race.global
; assay: expect outcome waves[1] v5[0] = 1
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 turn
global_store_dword v0, v2, s[2:3]
.if gfx1100
s_waitcnt_vscnt null, 0
.else
s_waitcnt vmcnt(0)
.endif
global_atomic_add v1, v2, s[2:3]
s_endpgm
turn:
global_atomic_or v4, v1, v6, s[2:3] glc
s_waitcnt vmcnt(0)
v_cmp_eq_u32 vcc, 1, v4
s_cbranch_vccz turn
global_load_dword v5, v0, s[2:3]
s_waitcnt vmcnt(0)
