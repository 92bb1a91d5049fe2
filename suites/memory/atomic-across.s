; An atomic across dwords of private memory is not made: no atomic reaches two of them, and its result is undefined.
; RDNA3 ISA, 11.2 (swizzle), 12.7; Vega ISA, 9.4; errata E-261.  64 bits at 8 of each lane; aperture of private memory at 2 << 48.  MEM_VIOL is bit 8 of
; TRAPSTS.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules memory.align
; assay: scratch 16
; assay: state v4 = 8
; assay: state v5 = 0x20000
; assay: state v[6:7] = 5
; assay: expect s4 = 0x100 mask 0x100
; assay: expect finding memory.align
; assay: observe s4
flat_atomic_add_x2 v[8:9], v[4:5], v[6:7] glc
s_waitcnt vmcnt(0) lgkmcnt(0)
s_getreg_b32 s4, hwreg(HW_REG_TRAPSTS)
