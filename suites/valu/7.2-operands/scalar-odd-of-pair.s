; An odd register and the pair it ends are two scalar values, which RDNA3 allows.
; RDNA3 ISA, 7.2.2.3.  s3 * 3 + {s3, s2} = 3 + 0x1_00000007 = 0x1_0000000a.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules decode.constant_bus, valu.mad64
; assay: state s[2:3] = 0x100000007
; assay: state v1 = 3
; assay: expect v[4:5] = 0x10000000a
v_mad_u64_u32 v[4:5], null, s3, v1, s[2:3]
