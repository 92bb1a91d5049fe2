; A 64-bit result may overlap its sources by half: both words are read before either is written.
; RDNA3 ISA, 7.2; Vega ISA, 6.2 (pairs need no alignment).  v[2:3] = v[1:2] << 4 with v[1:2] = 0x3_00000001: 0x30_00000010; v1 stays.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.sources_first, exec.inactive.keep
; assay: state exec = 1
; assay: state v1 = 1
; assay: state v2 = 3
; assay: state v3 = 7
; assay: expect v1[0:1] = 1, 1
; assay: expect v2[0:1] = 0x10, 3
; assay: expect v3[0:1] = 0x30, 7
; assay: observe v1 v2 v3
v_lshlrev_b64 v[2:3], 4, v[1:2]
