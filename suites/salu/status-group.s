; In a group of two waves IN_TG (IN_WG), bit 11 of STATUS, is 1 in both.
; RDNA3 ISA, 3.4.1, Table 5; Vega ISA, 3.4.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules hwreg.status
; assay[64]: grid 128 1 1
; assay[64]: group 128 1 1
; assay[32]: grid 64 1 1
; assay[32]: group 64 1 1
; assay: state scc = 0
; assay: state vcc = 0
; assay: expect waves[0] s0 = 1
; assay: expect waves[1] s0 = 1
; assay: expect waves[1] s1 = 2
; assay: observe s0 s1
s_getreg_b32 s0, hwreg(HW_REG_STATUS, 11, 1)
s_add_u32 s1, s0, 1
