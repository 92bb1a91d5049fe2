; V_PERMLANEX16 reads the other row of its pair: rows 0 and 1, rows 2 and 3.
; RDNA3 ISA, 16.12 V_PERMLANEX16_B32.  Identity selects: lane 0 reads 16, lane 16 reads 0, lane 32 reads 48, lane 63 reads 47.
; kills: upper-half-copied
; assay: arch gfx1100
; assay: wave 64
; assay: rules valu.permlane
; assay: state v1 = lane + 100
; assay: state s0 = 0x76543210
; assay: state s1 = 0xfedcba98
; assay: expect v0[0] = 116
; assay: expect v0[16] = 100
; assay: expect v0[32] = 148
; assay: expect v0[63] = 147
; assay: observe v0
v_permlanex16_b32 v0, v1, s0, s1
