; V_MOV_B32 of Vega is untyped: NEG and ABS have no use and are ignored, in VOP3 and with DPP.
; Vega ISA, 6.2.1 (float operands), 12.8 V_MOV_B32 "modifiers not supported" (errata E-151).  v_mov_b32_e64 v0, v1 with NEG and ABS;
; v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] with NEG and ABS; lane 1 is off and keeps what it has.
; kills: exec-ignored
; assay: arch gfx906
; assay: rules decode.unused_field
; assay: state exec = 0xfffffffffffffffd
; assay: state v0 = 7
; assay: state v1 = 1.0
; assay: expect note decode.unused_field
; assay: expect v0[0:2] = 1.0, 7, 1.0
; assay: expect v2[0] = 1.0
.long 0xd1410100, 0x20000101
.long 0x7e0402fa, 0xff30e401
