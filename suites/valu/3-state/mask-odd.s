; In wave32 a lane mask is one SGPR and may be any.
; RDNA3 ISA, 3.3.1.1.  Lanes 30 and 31 hold at least 30: s5 = 0xc0000000, s6 stays.
; kills: mask-keeps-old
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.compare, decode.alignment
; assay: state exec = 0xfffffff0
; assay: state v1 = lane
; assay: state s5 = 0xf
; assay: state s6 = 77
; assay: expect s5 = 0xc0000000
; assay: expect s6 = 77
; assay: observe s5 s6
v_cmp_le_u32_e64 s5, 30, v1
