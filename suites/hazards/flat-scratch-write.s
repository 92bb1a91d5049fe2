; FLAT and SCRATCH find private memory by FLAT_SCRATCH: 5 wait states after a VALU write of it, as for an SGPR that they name.
; Vega ISA, 4.5, Table 8; 3.5.  The low half is read back from v1, so that nothing changes; buf[0] = 7.
; kills: private-base-unseen
; assay: arch gfx906
; assay: rules hazard.valu_sgpr.vmem
; assay: memory buf u32=7
; assay: state v[10:11] = buf
; assay: state exec = 1
; assay: state flat_scratch_lo = 0
; assay: state flat_scratch_hi = 0
; assay: expect v2[0] = 7
; assay: expect finding hazard.valu_sgpr.vmem
; assay: observe v2
v_mov_b32 v1, 0
v_readfirstlane_b32 flat_scratch_lo, v1
s_nop 3
flat_load_dword v2, v[10:11]
s_waitcnt vmcnt(0) lgkmcnt(0)
