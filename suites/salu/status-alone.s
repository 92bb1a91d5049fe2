; A wave that is alone in its group has IN_TG (IN_WG), bit 11 of STATUS, 0; VALID, bit 16, is 1; PRIV, bit 5, is 0.
; RDNA3 ISA, 3.4.1, Table 5; Vega ISA, 3.4.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules hwreg.status
; assay: state scc = 0
; assay: state vcc = 0
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: expect s2 = 0
; assay: expect s3 = 1
s_getreg_b32 s0, hwreg(HW_REG_STATUS, 11, 1)
s_getreg_b32 s1, hwreg(HW_REG_STATUS, 16, 1)
s_getreg_b32 s2, hwreg(HW_REG_STATUS, 5, 1)
s_add_u32 s3, s0, 1
