; DPP carries ABS and NEG of two sources; only source 0 is moved.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  Lane 0 takes lane 1's -2.0: -|-2.0| + |-3.0| of its own = 1.0; lane 1 takes lane 0's 1.0: -1.0 + 4.0 = 3.0.
; kills: lanes-not-moved
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.move, valu.neg, valu.abs
; assay: state exec = 3
; assay: state v0 = 0
; assay: state v1 = 0x3f800000, 0xc0000000
; assay: state v2 = 0xc0400000, 0xc0800000
; assay: expect v0[0:2] = 0x3f800000, 0x40400000, 0
; assay: observe v0
s_nop 4
v_add_f32_dpp v0, -|v1|, |v2| quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
