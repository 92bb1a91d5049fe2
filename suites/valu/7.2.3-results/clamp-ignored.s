; CLAMP does nothing to operations that ignore it: a field they do not use.
; RDNA3 ISA, 7.2.3.1 (V_ADD3 ignores it), and errata E-158.  The words are v_add3_u32 v0, v1, v2, v3 with CLAMP.
; 0xffffffff + 3 + 4 = 6 modulo 2^32; saturated it would be 0xffffffff.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules decode.unused_field, valu.clamp.int
; assay: state v1 = 0xffffffff
; assay: state v2 = 3
; assay: state v3 = 4
; assay: expect note decode.unused_field
; assay: expect v0[*] = 6
.long 0xd6558000, 0x040e0501
