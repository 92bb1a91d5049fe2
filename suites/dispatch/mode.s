; MODE starts from FLOAT_MODE, DX10_CLAMP and IEEE of RSRC1.
; RDNA3 ISA, 3.5; Vega ISA, 3.5.  FLOAT_MODE 0xc3 << 12, DX10_CLAMP bit 21, IEEE 0: 0x2c3000 gives MODE 0x1c3: f32 towards zero and flushed.
; 1.0 - 2^-30 towards zero is 0x3f7fffff.
; kills: mode-preset
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.mode
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0x2c3000", "COMPUTE_PGM_RSRC2": 0}
; assay: expect mode = 0x1c3
; assay: expect v2[*] = 0x3f7fffff
; assay: observe mode v2
v_mov_b32 v1, 0xb0800000
v_add_f32 v2, 1.0, v1
