; Vega counts an operation on the global data share on EXPcnt until its sources are read: they may not be overwritten before.
; Vega ISA, 4.4.  RDNA3 ISA, 12.6 has LGKMcnt only, and reads them at issue.
; kills: exp-sources-unwatched
; assay: arch gfx906 gfx1100
; assay: rules counter.exp.source
; assay: memory share space=gds u32=4,5
; assay: state m0 = 8
; assay: state v1 = 0
; assay: state v2 = 9
; assay: state s1 = 3
; assay: expect s1 = 3
; assay[gfx906]: expect finding counter.exp.source
; assay: observe s1
s_mov_b64 exec, 1
ds_write_b32 v1, v2 gds
v_mov_b32 v2, 0
s_waitcnt lgkmcnt(0)
