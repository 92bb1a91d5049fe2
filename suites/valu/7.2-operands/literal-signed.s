; A literal of a signed 64-bit vector operand is extended by its sign.
; RDNA3 ISA, 7.2.2.2.  0xffffffff_80000000 >> 4 = 0xffffffff_f8000000; 1 * 1 + 0xffffffff_80000000 = 0xffffffff_80000001.
; kills: literal-signless
; assay: arch gfx1100
; assay: rules decode.literal.wide
; assay: state v1 = 4
; assay: state v2 = 1
; assay: expect v[4:5] = 0xfffffffff8000000
; assay: expect v[6:7] = 0xffffffff80000001
v_ashrrev_i64 v[4:5], v1, 0x80000000
v_mad_i64_i32 v[6:7], null, v2, v2, 0x80000000
