; Code of the upper half: the program counter is sign-extended, also where COMPUTE_PGM, which holds 48 bits, says where code begins.
; RDNA3 ISA, 3.2.1, and errata E-003.  0xffff800000010000 + 4 behind s_getpc.
; kills: address-unsigned
; assay: arch gfx906 gfx1100
; assay: rules control.pc, memory.address
; assay: base 0xffff800000010000
; assay[gfx906]: registers {"COMPUTE_PGM_LO": "0x100", "COMPUTE_PGM_HI": "0x80", "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0}
; assay[gfx1100]: registers {"COMPUTE_PGM_LO": "0x100", "COMPUTE_PGM_HI": "0x80", "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0}
; assay: expect s[0:1] = 0xffff800000010004
s_getpc_b64 s[0:1]
