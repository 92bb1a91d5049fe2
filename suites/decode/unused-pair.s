; VSRC1 of a V_MOV_B32 in a pair is ignored.
; RDNA3 ISA, 7.6: "Ignored for V_MOV_B32".  v_dual_mov_b32 v2, v1 with v9 in VSRC1X :: v_dual_mov_b32 v3, v0 with v8 in VSRC1Y.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.unused_field, decode.vopd
; assay: state v0 = 5
; assay: state v1 = 6
; assay: expect note decode.unused_field
; assay: expect v2[*] = 6
; assay: expect v3[*] = 5
.long 0xca101301, 0x02021100
