; OMOD does nothing while MODE.IEEE is set.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.2.2.  MODE = 0x300 flushes all denormals with IEEE 1; 1.0 - 2.0 = -1.0, not -2.0.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.omod
; assay: state mode = 0x300
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: expect v0[*] = -1.0
v_add_f32_e64 v0, v1, -v2 mul:2
