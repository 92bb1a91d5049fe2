; Of a VOP3 operation with DPP the modifiers of VOP3 count and those of the DPP word do not.
; RDNA3 ISA, 7.7.1.  The words are v_add_f32_e64_dpp v0, v1, -v2 with NEG of both sources and ABS of source 1 in the DPP word: 1.0 - 2.0 = -1.0.
; kills: neg-dropped
; assay: arch gfx1100
; assay: rules decode.dpp16, valu.neg
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: expect v0[*] = -1.0
.long 0xd5030000, 0x400204fa, 0xffd0e401
