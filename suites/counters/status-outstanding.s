; Two loads are outstanding: VM_CNT is 0, 1 or 2, so its upper bits are 0 and its two low ones open.  What an open value
; decides ends the comparison.
; RDNA3 ISA, 5.6; Vega ISA, 3.5, 4.4.
; kills: status-nothing-open
; assay: arch gfx906 gfx1100
; assay: rules counter.status
; assay: memory buf u32=7,9
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: expect s8 = 0
; assay: expect note open.branch
; assay: observe s8
global_load_dword v1, v0, s[2:3]
global_load_dword v2, v0, s[2:3] offset:4
.if gfx1100
s_getreg_b32 s8, hwreg(HW_REG_IB_STS, 12, 4)
s_getreg_b32 s9, hwreg(HW_REG_IB_STS, 10, 2)
.else
s_getreg_b32 s8, hwreg(HW_REG_IB_STS, 2, 2)
s_getreg_b32 s9, hwreg(HW_REG_IB_STS, 0, 2)
.endif
s_cmp_eq_u32 s9, 0
s_cbranch_scc0 over
s_nop 0
over:
s_waitcnt vmcnt(0)
