; On RDNA3 a target is exported to once; nothing of a kind follows its DONE.
; RDNA3 ISA, 14; Vega ISA, 11.2 "Results from multiple exports are accumulated in the output buffer".  Colour 0 twice, and colour 1 behind DONE; a position is another kind.
; kills: export-order-untold
; assay: arch gfx906 gfx1100
; assay: rules export.once export.done
; assay: state v1 = 1
; assay[gfx1100]: expect finding export.once
; assay: expect finding export.done
; assay: expect s0 = 7
; assay: observe s0
exp mrt0 v1, off, off, off
exp mrt0 v1, off, off, off done
exp mrt1 v1, off, off, off
exp pos0 v1, off, off, off done
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
