; A 64-bit compare sees both dwords.
; RDNA3 ISA, 16.9, Table 115; Vega ISA, 12.9.  0x1_00000000 is greater than 0xffffffff; equal only when both dwords are.
; kills: compare-low-dword
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.compare
; assay: state exec = 1
; assay: state v[2:3] = 0x100000000
; assay: state v[4:5] = 0xffffffff
; assay: state v[6:7] = 0
; assay: expect s[10:11] = 1
; assay: expect s[12:13] = 0
; assay: observe s[10:11] s[12:13]
v_cmp_gt_u64_e64 s[10:11], v[2:3], v[4:5]
v_cmp_eq_u64_e64 s[12:13], v[2:3], v[6:7]
