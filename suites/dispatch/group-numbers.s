; Work-group numbers follow the user SGPRs, x first, without gaps.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6.  1 user SGPR << 1 | TGID_X, Y, Z at bits 7 to 9: 2 + 0x380 = 0x382.  Groups 1 x 2 x 3: the last of six is (0, 1, 2).
; kills: group-id-swapped
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.user
; assay: group 64 1 1
; assay: grid 64 2 3
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x382", "COMPUTE_USER_DATA_0": 9}
; assay: expect waves[5] s0 = 9
; assay: expect waves[5] s1 = 0
; assay: expect waves[5] s2 = 1
; assay: expect waves[5] s3 = 2
; assay: observe s0 s1 s2 s3
s_nop 0
