; 16-bit interpolation: OP_SEL chooses the halves of P10, P0 and P20 and the half that is written; I, J and the partial result are f32.
; RDNA3 ISA, 12.3.1.  High halves: P0 = 3 (0x4200), P10 = 2 (0x4000), P20 = 1 (0x3c00); 3 + 0.5 * 2 = 4, 4 + 0.25 * 1 = 4.25 (0x4440).
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules interp.quad
; assay: state v0 = 0x42007bff, 0x40007bff, 0x3c007bff, 0, 0x42007bff, 0x40007bff, 0x3c007bff, 0
; assay: state v1 = 0.5
; assay: state v2 = 0.25
; assay: state v4 = 0x12345678
; assay: expect v3[0:7] = 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0
; assay: expect v4[0:7] = 0x44405678, 0x44405678, 0x44405678, 0x44405678, 0x44405678, 0x44405678, 0x44405678, 0x44405678
v_interp_p10_f16_f32 v3, v0, v1, v0 op_sel:[1,0,1,0]
v_interp_p2_f16_f32 v4, v0, v2, v3 op_sel:[1,0,0,1]
