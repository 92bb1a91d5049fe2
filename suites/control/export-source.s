; The registers and EXEC of an export are read later: they are not overwritten before a wait for EXPcnt.
; RDNA3 ISA, 14.3; Vega ISA, 4.4, 11.  v1 is waited for, v2 and EXEC are not.
; kills: exp-sources-unwatched
; assay: arch gfx906 gfx1100
; assay: rules counter.exp.source
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect finding counter.exp.source
; assay: expect finding counter.exp.source
; assay: expect s0 = 7
; assay: observe s0
exp mrt0 v1, off, off, off
s_waitcnt expcnt(0)
v_mov_b32 v1, 0
exp mrt1 v2, off, off, off
v_mov_b32 v2, 0
s_waitcnt expcnt(0)
exp mrt2 v1, off, off, off
s_mov_b64 exec, 1
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
