; S_CALL saves the address of the next instruction and branches; S_SETPC returns.
; RDNA3 ISA, 16.2 S_CALL_B64, 16.3 S_SETPC_B64; Vega ISA, 12.2.  Call at 0x20000, return to 0x20004.
; kills: link-one-early
; assay: arch gfx906 gfx1100
; assay: rules control.pc
; assay: base 0x20000
; assay: limits instructions=100
; assay: expect s[0:1] = 0x20004
; assay: expect s2 = 7
; assay: expect s3 = 8
; assay: expect instructions = 5
s_call_b64 s[0:1], function
s_mov_b32 s3, 8
s_branch over
function:
s_mov_b32 s2, 7
s_setpc_b64 s[0:1]
over:
