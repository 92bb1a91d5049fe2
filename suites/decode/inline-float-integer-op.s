; An integer operation sees a float constant as its 32-bit pattern.
; RDNA3 ISA, 4.1; Vega ISA, 4.2: 4.0 is 0x40800000; 0x40800000 + 1 = 0x40800001.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: expect s0 = 0x40800001
s_add_u32 s0, 4.0, 1
