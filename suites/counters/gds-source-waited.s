; After a wait for EXPcnt the sources of an operation on the global data share may be overwritten.
; Vega ISA, 4.4.
; kills: gds-base-ignored
; assay: arch gfx906
; assay: rules counter.exp.source
; assay: memory share space=gds u32=4,5
; assay: state m0 = 0x00040004
; assay: state v1 = 0
; assay: state v2 = 9
; assay: expect memory share = u32:4,9
; assay: observe memory:share
s_mov_b64 exec, 1
ds_write_b32 v1, v2 gds
s_waitcnt expcnt(0)
v_mov_b32 v2, 0
s_waitcnt lgkmcnt(0)
