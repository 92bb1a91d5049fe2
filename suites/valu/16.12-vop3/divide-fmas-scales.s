; Where VCC is set V_DIV_FMAS scales by 2^64 if source 2 is at least 2 in magnitude, else by 2^-64; elsewhere not at all.
; RDNA3 ISA, 16.12 V_DIV_FMAS_F32, and errata E-117; Vega ISA, VOP3 482.  1 * 1 - 3 = -2, -2 * 2^64 = 0xe0000000; 1 * 1 + 1 = 2, 2 * 2^-64 = 2^-63 = 0x20000000.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 1.0
; assay: state v2 = -3.0
; assay: state vcc = 0x55555555
; assay: observe v0 v3
; assay: expect v0[0:3] = 0xe0000000, -2.0, 0xe0000000, -2.0
; assay: expect v3[0:3] = 0x20000000, 2.0, 0x20000000, 2.0
v_div_fmas_f32 v0, v1, v1, v2
v_div_fmas_f32 v3, v1, v1, v1
