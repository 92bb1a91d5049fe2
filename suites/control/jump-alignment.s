; The low two bits of a jump target are forced to 0, and not being 0 is an error.
; RDNA3 ISA, 3.2.1, 5.4.  The target 0x2000a counts as 0x20008.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.jump.align
; assay: base 0x20000
; assay: state s[0:1] = 0x2000a
; assay: state s2 = 0
; assay: expect s2 = 0
; assay: expect s3 = 7
; assay: expect finding control.jump.align
; assay: observe s2 s3
s_setpc_b64 s[0:1]
s_mov_b32 s2, 1
s_mov_b32 s3, 7
