; The result of V_MAD_U64_U32 must not overlap a source: the addend in the first, the factors in the second.
; RDNA3 ISA, 16.12 V_MAD_U64_U32; LLVM FeatureMADIntraFwdBug (gfx1100 to gfx1103), llvm/llvm-project pulls 79460 and 89936.  v5 = 5 shows that the rest ran.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32 64
; assay: profile silicon
; assay: rules hazard.mad64.overlap
; assay: state v0 = 0x20003
; assay: state v1 = 0x10001
; assay: state v2 = 5
; assay: state v3 = 7
; assay: observe v5
; assay: expect v5[*] = 5
; assay: expect finding hazard.mad64.overlap
; assay: expect finding hazard.mad64.overlap
v_mad_u64_u32 v[2:3], null, v0, v1, v[2:3]
v_mad_u64_u32 v[0:1], null, v0, v1, v[2:3]
v_mov_b32 v5, 5
