; Exports of a kind are read in order, those of other kinds in any: expcnt(1) proves the first of two colours.
; RDNA3 ISA, 5.6, 14.3; Vega ISA, 4.4.  Behind a colour and a position it proves neither.
; kills: export-one-order
; assay: arch gfx906 gfx1100
; assay: rules counter.exp.source counter.order
; assay: state v1 = 1
; assay: state v2 = 2
; assay: state v3 = 3
; assay: expect finding counter.exp.source
; assay: expect s0 = 7
; assay: observe s0
exp mrt0 v1, off, off, off
exp mrt1 v2, off, off, off
s_waitcnt expcnt(1)
v_mov_b32 v1, 0
s_waitcnt expcnt(0)
exp mrt2 v3, off, off, off
exp pos0 v2, off, off, off
s_waitcnt expcnt(1)
v_mov_b32 v3, 0
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
