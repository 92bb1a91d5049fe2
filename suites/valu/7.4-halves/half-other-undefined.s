; Only the half that an instruction names counts: the other half of v4 and v6 is never written.
; RDNA3 ISA, 7.4.  1.5 is 0x3e00 as f16; twice that is 3.0, 0x4200.
; kills: undefined-other-half
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.half
; assay: state v0 = 1.5
; assay: observe v5 v7 v8
; assay: expect v5[*] = 1.5
; assay: expect v7[*] = 3.0
; assay: expect v8[*] = 0x4200
v_cvt_f16_f32 v4.l, v0
v_cvt_f32_f16 v5, v4.l
v_add_f16 v6.l, v4.l, v4.l
v_cvt_f32_f16 v7, v6.l
v_and_b32 v8, 0xffff, v6
