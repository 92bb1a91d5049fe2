; CLAMP saturates the accumulation of a sum of absolute differences.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  |5 - 1| + 0xfffffffe would be 0x100000002.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int, valu.sad
; assay: state v1 = 5
; assay: state v2 = 1
; assay: state v3 = 0xfffffffe
; assay: expect v0[*] = 0xffffffff
; assay: expect v4[*] = 0xffffffff
v_sad_u32 v0, v1, v2, v3 clamp
v_sad_u8 v4, v1, v2, v3 clamp
