; Behind a wait for 0 the counters in IB_STS are 0, and that is no open value.
; RDNA3 ISA, 5.6; Vega ISA, 3.5, 4.4.  VM_CNT and LGKM_CNT: bits 15:10 and 9:4 on RDNA3, 3:0 and 11:8 on Vega.
; kills: status-all-open
; assay: arch gfx906 gfx1100
; assay: rules counter.status
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: expect s8 = 0
; assay: expect s9 = 0
; assay: observe s8 s9
global_load_dword v1, v0, s[2:3]
s_load_dword s4, s[2:3], 0x0
s_waitcnt vmcnt(0) lgkmcnt(0)
.if gfx1100
s_getreg_b32 s8, hwreg(HW_REG_IB_STS, 10, 6)
s_getreg_b32 s9, hwreg(HW_REG_IB_STS, 4, 6)
.else
s_getreg_b32 s8, hwreg(HW_REG_IB_STS, 0, 4)
s_getreg_b32 s9, hwreg(HW_REG_IB_STS, 8, 4)
.endif
