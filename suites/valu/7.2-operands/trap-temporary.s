; A vector instruction of a user program reads 0 from a trap temporary, as its first source and as its second.
; RDNA3 ISA, 7.2.1 (TTMP as SRC0), 3.4.9.  0 and 5 - 0.
; kills: ttmp-open
; assay: arch gfx1100
; assay: rules register.ttmp.user
; assay: state ttmp2 = 7
; assay: state v2 = 5
; assay: expect v0[*] = 0
; assay: expect v1[*] = 5
; assay: expect note register.ttmp.user
; assay: expect note register.ttmp.user
v_mov_b32 v0, ttmp2
v_sub_nc_u32_e64 v1, v2, ttmp2
