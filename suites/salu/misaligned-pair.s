; A 64-bit scalar operand starts at an even register: the lowest bit of an odd number is ignored.
; RDNA3 ISA, 3.3.1.3.  The word is s_mov_b64 with source 1 and destination 4: {s1, s0}.
; kills: high-dword-zero
; assay: arch gfx1100
; assay: rules decode.alignment
; assay: state s0 = 1
; assay: state s1 = 2
; assay: state s2 = 3
; assay: expect s[4:5] = 0x200000001
.long 0xbe840101
