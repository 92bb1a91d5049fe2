; A literal of an unsigned 64-bit vector operand is extended by zeros.
; RDNA3 ISA, 7.2.2.2.  1 * 1 + 0x80000000 = 0x80000001; 0x80000001 << 4 = 0x8_00000010.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules decode.literal.wide
; assay: state v1 = 4
; assay: state v2 = 1
; assay: expect v[4:5] = 0x80000001
; assay: expect v[6:7] = 0x800000010
v_mad_u64_u32 v[4:5], null, v2, v2, 0x80000000
v_lshlrev_b64 v[6:7], v1, 0x80000001
