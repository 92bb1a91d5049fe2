; A 64-bit shift takes one scalar value: its count or its data.
; RDNA3 ISA, 7.2.2.3; Vega ISA, 6.2.1.  3 << 33 = 0x6_00000000; 0x1_00000002 >> 1 = 0x80000001.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules decode.constant_bus, valu.shift
; assay: state s2 = 33
; assay: state s[4:5] = 0x100000002
; assay: state v1 = 1
; assay: state v[2:3] = 3
; assay: expect v[6:7] = 0x600000000
; assay: expect v[8:9] = 0x80000001
v_lshlrev_b64 v[6:7], s2, v[2:3]
v_lshrrev_b64 v[8:9], v1, s[4:5]
