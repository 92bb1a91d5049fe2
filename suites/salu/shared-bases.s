; SH_MEM_BASES holds the high halves of the private and the shared base: those the operand codes give.
; RDNA3 ISA, 3.4, 6.9; Vega ISA, 5.2, 6.2.  Bits 31:16 are the shared one, 15:0 the private one.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules decode.aperture, salu.hwreg
; assay: expect s0 = 1
; assay: expect s1 = 1
s_mov_b64 s[2:3], src_shared_base
s_getreg_b32 s4, hwreg(HW_REG_SH_MEM_BASES, 16, 16)
s_lshl_b32 s4, s4, 16
s_cmp_eq_u32 s3, s4
s_cselect_b32 s0, 1, 0
s_mov_b64 s[2:3], src_private_base
s_getreg_b32 s4, hwreg(HW_REG_SH_MEM_BASES, 0, 16)
s_lshl_b32 s4, s4, 16
s_cmp_eq_u32 s3, s4
s_cselect_b32 s1, 1, 0
