; V_MAD_U64_U32 may take all its sources from the pair it writes.
; RDNA3 ISA, 16.12 V_MAD_U64_U32; Vega ISA, 12.12.  v2 = 0x80000000, v3 = 6: product 0x3_00000000 plus 0x6_80000000 = 0x9_80000000.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.sources_first, valu.mad64
; assay: state v2 = 0x80000000
; assay: state v3 = 6
; assay: expect v[2:3] = 0x980000000
.if wave == 64
v_mad_u64_u32 v[2:3], s[8:9], v2, v3, v[2:3]
.else
v_mad_u64_u32 v[2:3], s8, v2, v3, v[2:3]
.endif
