; A user program reads 0 from trap temporaries and its writes to them are dropped.
; RDNA3 ISA, 3.3.1.4; Vega ISA, 3.10.  0 - 16 = 0xfffffff0.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules register.ttmp.user
; assay: state ttmp2 = 7
; assay: expect s0 = 0xfffffff0
; assay: expect s1 = 0
; assay: expect note register.ttmp.user
; assay: observe s0 s1
s_add_u32 s0, ttmp2, -16
s_mov_b32 ttmp2, 5
s_mov_b32 s1, ttmp2
