; Stores count on VScnt on RDNA3 and on VMcnt on Vega: after a load and a store vmcnt(1) proves the load on Vega only.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: stores-count-vm
; assay: arch gfx906 gfx1100
; assay: rules counter.store
; assay: memory buf u32=7,9
; assay: memory out size=256
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state s[4:5] = out
; assay: state v1 = 0
; assay: state v0 = 0
; assay: state v2 = 0
; assay: expect memory out = 00000000
; assay[gfx1100]: expect finding counter.vm.unwaited
; assay: observe memory:out
global_load_dword v0, v1, s[2:3]
global_store_dword v1, v1, s[4:5]
s_waitcnt vmcnt(1)
v_mov_b32 v2, v0
