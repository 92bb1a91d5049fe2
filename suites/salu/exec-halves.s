; EXEC_LO and EXEC_HI are written apart; the other half stays.
; Vega ISA, 3.3, 5.2.  Lanes 1 and 33.
; kills: exec-ignored
; assay: arch gfx906
; assay: rules salu.exec_mask, open.exec
; assay: state exec = 0xffffffffffffffff
; assay: state v0 = 5
; assay: expect v0[0:2] = 5, 7, 5
; assay: expect v0[32:34] = 5, 7, 5
; assay: observe v0
s_mov_b32 exec_lo, 2
s_mov_b32 exec_hi, 2
v_mov_b32 v0, 7
