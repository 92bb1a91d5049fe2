; Five wait states after a VALU write of FLAT_SCRATCH are enough; a global load does not use it.
; Vega ISA, 4.5, Table 8; 3.5.  buf[0] = 7, buf[1] = 8.
; kills: wait-state-more
; assay: arch gfx906
; assay: rules hazard.valu_sgpr.vmem
; assay: memory buf u32=7,8
; assay: state v[10:11] = buf
; assay: state s[2:3] = buf
; assay: state exec = 1
; assay: state flat_scratch_lo = 0
; assay: state flat_scratch_hi = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: expect v2[0] = 7
; assay: expect v3[0] = 8
; assay: observe v2 v3
v_mov_b32 v1, 0
v_readfirstlane_b32 flat_scratch_lo, v1
global_load_dword v3, v1, s[2:3] offset:4
s_nop 3
flat_load_dword v2, v[10:11]
s_waitcnt vmcnt(0) lgkmcnt(0)
