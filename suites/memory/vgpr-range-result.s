; A load whose result lies past the VGPRs of the wave is not done.
; RDNA3 ISA, 3.3.2.2, 3.3.3; Vega ISA, 3.6.2.  24 registers: v30 is none of them, and v0 stays.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range, memory.load
; assay: vgprs 24
; assay: memory buf size=64 u32=5,6,7,8
; assay: state v[2:3] = buf
; assay: state v0 = 11
; assay: state v4 = 9
; assay: expect v4[*] = 11
; assay: expect note register.vgpr.range
; assay: observe v4
global_load_dword v30, v[2:3], off
s_waitcnt vmcnt(0)
v_mov_b32 v4, v30
