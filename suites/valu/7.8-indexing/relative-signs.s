; V_MOVRELS_B32 and V_MOVRELD_B32 take NEG and ABS of what the index finds.
; RDNA3 ISA, 7.2.2.1, 7.8.  No assembler writes them (errata E-151): v_movrels_b32_e64 v7, -v8 and v_movreld_b32_e64 v3, |v5| with M0 = 1
; read v9 = 5.0 and write v4: -5.0 and 3.0.
; kills: abs-dropped
; assay: arch gfx1100
; assay: rules valu.neg, valu.abs
; assay: state m0 = 1
; assay: state v5 = -3.0
; assay: state v8 = 1.0
; assay: state v9 = 5.0
; assay: expect v7[*] = -5.0
; assay: expect v4[*] = 3.0
.long 0xd5c30007, 0x20000108
.long 0xd5c20103, 0x00000105
