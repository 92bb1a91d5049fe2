; S_MOVRELSD_2_B32 adds M0[9:0] to the source and M0[25:16] to the destination.
; RDNA3 ISA, 16.3 S_MOVRELSD_2_B32.  M0 = 0x00030002: s4 + 2 = s6 goes to s10 + 3 = s13.
; kills: index-ignored
; assay: arch gfx1100
; assay: rules salu.movrel
; assay: state s6 = 60
; assay: state s10 = 100
; assay: state s13 = 130
; assay: expect s10 = 100
; assay: expect s13 = 60
; assay: observe s10 s13
s_mov_b32 m0, 0x00030002
s_nop 0
s_movrelsd_2_b32 s10, s4
