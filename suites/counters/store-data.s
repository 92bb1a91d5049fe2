; A store has read its data when it is issued: the register may be written at once.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: store-drops-lane
; assay: arch gfx906 gfx1100
; assay: rules counter.store, memory.store
; assay: memory out size=8
; assay: state exec = 3
; assay: state s[4:5] = out
; assay: state v1 = lane * 4
; assay: state v2 = lane + 5
; assay: expect memory out = u32:5,6
global_store_dword v1, v2, s[4:5]
v_mov_b32 v2, 0
