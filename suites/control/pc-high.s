; Addresses that S_GETPC, S_SWAPPC and S_CALL give are 64 bits.
; RDNA3 ISA, 5.4; Vega ISA, 4.2.  Code at 0x1_00010000: the high dwords are 1.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules control.pc
; assay: base 0x100010000
; assay: expect s1 = 1
; assay: expect s3 = 1
; assay: expect s5 = 1
; assay: observe s1 s3 s5
s_getpc_b64 s[0:1]
s_add_u32 s0, s0, 12
s_addc_u32 s1, s1, 0
s_swappc_b64 s[2:3], s[0:1]
s_call_b64 s[4:5], target
target:
s_nop 0
