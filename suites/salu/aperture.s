; SHARED_BASE and its kin are 64 bits: SH_MEM_BASES gives bits 63:48, the shared one above the private one; a limit has ones in its low 32 bits.
; RDNA3 ISA, 6.9, 3.4 (SH_MEM_BASES); Vega ISA, 5.2.  Every difference from the register read by S_GETREG is 0.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.aperture
; assay: expect s2 = 0
; assay: expect s3 = 0
; assay: expect s4 = 0
; assay: expect s5 = 0xffffffff
; assay: expect s6 = 0
; assay: expect s7 = 0
; assay: expect s8 = 0
; assay: expect s9 = 0xffffffff
; assay: observe s2 s3 s4 s5 s6 s7 s8 s9
s_getreg_b32 s0, hwreg(HW_REG_SH_MEM_BASES, 16, 16)
s_getreg_b32 s1, hwreg(HW_REG_SH_MEM_BASES, 0, 16)
s_lshl_b32 s0, s0, 16
s_lshl_b32 s1, s1, 16
s_mov_b64 s[10:11], src_shared_base
s_mov_b64 s[12:13], src_shared_limit
s_mov_b64 s[14:15], src_private_base
s_mov_b64 s[16:17], src_private_limit
s_xor_b32 s2, s11, s0
s_mov_b32 s3, s10
s_xor_b32 s4, s13, s0
s_mov_b32 s5, s12
s_xor_b32 s6, s15, s1
s_mov_b32 s7, s14
s_xor_b32 s8, s17, s1
s_mov_b32 s9, s16
