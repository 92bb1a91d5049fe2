; A lane that reads a lane of which the value is known gets it, whatever others hold: V_PERMLANE16 of a register that only lanes 0 to 3 have.
; RDNA3 ISA, 7.1 (OPSEL), 16.12 V_PERMLANE16_B32.  Fetch-invalid is set, so that lanes 0 to 7 read lanes 3, 2, 1, 0, 3, 2, 1, 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.permlane
; assay: state exec = 0xf
; assay: state s0 = 0x01230123
; assay: state v0 = 0x77
; assay: state v2 = 4 * lane + 100
; assay: expect v0[0:4] = 112, 108, 104, 100, 0x77
; assay: observe v0
v_mov_b32 v1, v2
v_permlane16_b32 v0, v1, s0, s0 op_sel:[1,0]
