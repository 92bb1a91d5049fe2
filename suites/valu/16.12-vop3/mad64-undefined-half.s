; The low half of a product and sum is defined although the high half of the addend is not: 5 * 7 + 3 = 38.
; RDNA3 ISA, 16.12 V_MAD_U64_U32; Vega ISA, 12.10.  Compilers use it as a multiply-add of 32 bits.
; kills: undefined-from-any-bit
; assay: arch gfx906 gfx1100
; assay: rules valu.mad64
; assay: state s0 = 5
; assay: state s1 = 7
; assay: state v0 = 3
; assay: observe v2
; assay: expect v2[*] = 38
.if gfx906
v_mov_b32 v4, s1
v_mad_u64_u32 v[2:3], s[4:5], s0, v4, v[0:1]
.else
v_mad_u64_u32 v[2:3], null, s0, s1, v[0:1]
.endif
