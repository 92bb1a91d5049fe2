; An export gives the enabled registers of active lanes to its target, in the order of issue.
; RDNA3 ISA, 14; Vega ISA, 11.  Lanes 0 and 2; sources 0 and 2 to target 0, all four to target 12 with DONE.
; kills: export-every-lane
; assay: arch gfx906 gfx1100
; assay: rules export.data, export.once, export.target
; assay: state exec = 5
; assay: state v1 = 10 + lane
; assay: state v2 = 20 + lane
; assay: state v3 = 30 + lane
; assay: expect export target=0 lanes=5 0=10 2=20
; assay: expect export target=12 lanes=5 done 0=30 1=10 2=20 3=30
; assay: expect s0 = 7
; assay: observe s0
exp mrt0 v1, off, v2, off
exp pos0 v3, v1, v2, v3 done
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
