; The result of V_PERMLANE16 is there for the next instruction: it is an ALU result, and no counter stands for it.
; RDNA3 ISA, 16.12 V_PERMLANE16_B32 and 4.4 (counters are those of memory, export and LDS).  Selects of all zeros take lane 0 of each row.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.permlane
; assay: state v1 = lane + 100
; assay: expect v2[0:1] = 107, 107
; assay: expect v2[16] = 123
v_permlane16_b32 v0, v1, 0, 0
v_add_nc_u32 v2, 7, v0
