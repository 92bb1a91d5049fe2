; V_PERMLANE16 gives each lane the lane of its row that four bits of {source 2, source 1} name; V_PERMLANEX16 that of the neighbour row.
; RDNA3 ISA, 16.12 V_PERMLANE16_B32.  Selects 0xfedcba98_76543210 are the identity; 0x01234567_89abcdef reverse the row.
; kills: literal-zero
; assay: arch gfx1100
; assay: rules valu.permlane
; assay: state v1 = lane + 100
; assay: state s0 = 0x89abcdef
; assay: expect v0[0:2] = 115, 114, 113
; assay: expect v0[8] = 107
; assay: expect v0[16] = 131
; assay: expect v2[0:2] = 131, 130, 129
v_permlane16_b32 v0, v1, s0, 0x01234567
v_permlanex16_b32 v2, v1, s0, 0x01234567
