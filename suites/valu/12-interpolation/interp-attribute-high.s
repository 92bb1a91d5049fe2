; OP_SEL of V_INTERP_P2_F16 chooses the half that is written; the other half stays.  The legacy form has no such choice.
; Vega ISA, 12.12 V_INTERP_P2_F16, 13.3.4 OP_SEL; errata E-164.  P20 = 1: 1.5 + 0.25 * 1 = 1.75 (0x3f00).
; kills: half-swapped
; assay: arch gfx906
; assay: rules interp.parameter, valu.half.high
; assay: lds = 512
; assay: lds_bytes = 003c0042000000000000000000000000003c0040000000000000000000000000003c003c000000000000000000000000
; assay: state m0 = 0
; assay: state v1 = 0.25
; assay: state v3 = 1.5
; assay: state v7 = 0x12345678
; assay: state v8 = 0x12345678
; assay: expect v7[*] = 0x3f005678
; assay: expect v8[*] = 0x12343f00
v_interp_p2_f16 v7, v1, attr0.x, v3 op_sel:[0,0,0,1]
v_interp_p2_f16 v8, v1, attr0.x, v3
