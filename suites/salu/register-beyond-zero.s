; On RDNA3 a scalar source beyond the wave's registers reads 0, and a destination beyond them is dropped.
; RDNA3 ISA, 3.3.1.  The wave has 16 scalar registers; s20 is beyond.
; kills: range-unchecked
; assay: arch gfx1100
; assay: rules register.sgpr.range
; assay: sgprs 16
; assay: state s0 = 11
; assay: state s20 = 0x500
; assay: expect s2 = 1
; assay: expect s3 = 0
; assay: expect note register.sgpr.range
; assay: observe s2 s3
s_add_u32 s2, s20, 1
s_mov_b32 s20, 5
s_mov_b32 s3, s20
