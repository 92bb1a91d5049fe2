; EXEC_LO and EXEC_HI are data like any SGPR: every live lane gets the same 32 bits.
; RDNA3 ISA, 7.2, Table 26 (codes 126, 127); Vega ISA, 6.2.1.  EXEC = 5: lanes 0 and 2.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules decode.scalar_source
; assay: state exec = 5
; assay: state v0 = 9
; assay: expect v0[0:3] = 5, 9, 5, 9
; assay: observe v0
v_mov_b32 v0, exec_lo
