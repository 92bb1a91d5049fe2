; PC has 48 bits: what an address has above them does not matter to a jump.
; RDNA3 ISA, 3.2.1; Vega ISA, 3.1.  Bits 63:48 of the target are 0x5a; S_GETPC then gives them as the sign, 0.
; kills: pc-all-bits
; assay: arch gfx906 gfx1100
; assay: rules control.pc.bits
; assay: expect s0 = 1
; assay: expect s5 = 0
; assay: observe s0 s5
s_mov_b32 s0, 1
s_getpc_b64 s[2:3]
s_add_u32 s2, s2, 24
s_addc_u32 s3, s3, 0
s_or_b32 s3, s3, 0x5a0000
s_setpc_b64 s[2:3]
s_mov_b32 s0, 2
s_getpc_b64 s[4:5]
