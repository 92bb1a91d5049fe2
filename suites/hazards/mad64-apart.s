; A result apart from all sources is safe.  Clang also makes its low half the high half of an addend, where that is undefined (errata E-312).
; RDNA3 ISA, 16.12 V_MAD_U64_U32; LLVM FeatureMADIntraFwdBug.  0x20003 * 0x10001 + (7 << 32 | 5) = 0x7_00000005 + 0x2_00050003.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32 64
; assay: profile silicon
; assay: rules hazard.mad64.overlap
; assay: state v0 = 0x20003
; assay: state v1 = 0x10001
; assay: state v2 = 5
; assay: state v3 = 7
; assay: observe v4 v5 v7
; assay: expect v4[*] = 0x50008
; assay: expect v5[*] = 9
; assay: expect v7[*] = 0x50008
v_mad_u64_u32 v[4:5], null, v0, v1, v[2:3]
v_mov_b32 v6, v2
v_mov_b32 v7, 0
v_mad_u64_u32 v[7:8], null, v0, v1, v[6:7]
