; With COMPR two registers hold four halves: EN[1:0] is of the first, EN[3:2] of the second.
; Vega ISA, 11.2.  Both are exported, with the valid mask and DONE; a parameter follows with one source.
; kills: export-compressed-plain
; assay: arch gfx906
; assay: rules export.data
; assay: state exec = 1
; assay: state v1 = 10
; assay: state v2 = 20
; assay: expect export target=1 lanes=1 done vm compressed 0=10 1=20
; assay: expect export target=33 lanes=1 0=20
; assay: expect s0 = 7
; assay: observe s0
exp mrt1 v1, v1, v2, v2 done compr vm
exp param1 v2, off, off, off
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
