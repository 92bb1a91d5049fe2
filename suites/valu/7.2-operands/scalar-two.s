; On RDNA3 a vector instruction may read two different scalar registers.
; RDNA3 ISA, 7.2.2.3.  20 - 15 = 5.
; kills: sources-swapped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules decode.constant_bus
; assay: state s1 = 20
; assay: state s2 = 15
; assay: expect v0[*] = 5
v_sub_nc_u32_e64 v0, s1, s2
