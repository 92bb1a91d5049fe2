; STATUS shows SCC in bit 0, EXECZ in bit 9 and VCCZ in bit 10, each as it stands.
; RDNA3 ISA, 3.4; Vega ISA, 3.4.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules hwreg.status
; assay: state vcc = 0
; assay: state exec = 1
; assay: expect s0 = 1
; assay: expect s1 = 2
; assay: expect s2 = 1
; assay: expect s3 = 0
s_cmp_eq_u32 0, 0
s_getreg_b32 s0, hwreg(HW_REG_STATUS, 0, 1)
s_getreg_b32 s1, hwreg(HW_REG_STATUS, 9, 2)
s_mov_b64 exec, 0
s_mov_b64 vcc, 1
s_nop 4
s_getreg_b32 s2, hwreg(HW_REG_STATUS, 9, 2)
s_cmp_eq_u32 0, 1
s_getreg_b32 s3, hwreg(HW_REG_STATUS, 0, 1)
