; V_PERMLANE16 reads all lanes before it writes any: source and destination may be one register.
; RDNA3 ISA, 16.12 V_PERMLANE16_B32.  Selects 1, 2, 3 ... 15, 0: every lane takes its neighbour's old value.
; kills: literal-zero
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.permlane
; assay: state v1 = lane + 100
; assay: state s0 = 0x87654321
; assay: expect v1[0:2] = 101, 102, 103
; assay: expect v1[14:16] = 115, 100, 117
; assay: expect v1[31] = 116
; assay: observe v1
v_permlane16_b32 v1, v1, s0, 0x0fedcba9
