; The RTZ forms round towards zero whatever MODE says.
; RDNA3 ISA, 12.3.1.  MODE rounds up.  2049 + 0.75 lies between the f16 2048 (0x6800) and 2050 (0x6801): 0x6801 by MODE, 0x6800 by RTZ.
; kills: third-source-zero
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules interp.round
; assay: state mode = 0x3f5
; assay: state v0 = 0x3c00
; assay: state v1 = 0.75
; assay: state v2 = 2049.0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: expect v3[*] = 0x6801
; assay: expect v4[*] = 0x6800
v_interp_p2_f16_f32 v3, v0, v1, v2
v_interp_p2_rtz_f16_f32 v4, v0, v1, v2
