; S_GETPC gives the address of the next instruction.
; RDNA3 ISA, 5.4, 16.3 S_GETPC_B64; Vega ISA, 12.3.  The code lies at 0x20000; behind 4 bytes of s_nop and 4 of s_getpc: 0x20008.
; kills: link-one-early
; assay: arch gfx906 gfx1100
; assay: rules control.pc
; assay: base 0x20000
; assay: expect s[0:1] = 0x20008
s_nop 0
s_getpc_b64 s[0:1]
