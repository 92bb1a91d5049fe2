; The register offset of S_SCRATCH_LOAD and S_SCRATCH_STORE counts 64 bytes, the immediate one.
; Vega ISA, 7.2.  s4 = 1: buf + 64 + 8 and buf + 64 + 12.
; kills: smem-scratch-unscaled
; assay: arch gfx906
; assay: rules smem.scratch
; assay: memory buf size=80 bytes=00
; assay: state s[2:3] = buf
; assay: state s4 = 1
; assay: state s5 = 77
; assay: expect s6 = 77
; assay: expect memory buf+76 = u32:77
; assay: observe s6 memory:buf
s_scratch_store_dword s5, s[2:3], s4 offset:12
s_waitcnt lgkmcnt(0)
s_scratch_load_dword s6, s[2:3], 76
s_waitcnt lgkmcnt(0)
