; After s_waitcnt vmcnt(0) every load has arrived.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.  7 + 1 = 8.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules counter.wait
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v2[*] = 8
global_load_dword v0, v1, s[2:3]
s_waitcnt vmcnt(0)
v_or_b32 v2, 8, v1
v_and_b32 v3, v0, v0
