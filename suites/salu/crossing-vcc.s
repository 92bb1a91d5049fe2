; A tuple may run from the SGPRs into VCC, which are one range.
; RDNA3 ISA, 3.3.1.1.
; kills: high-dword-zero
; assay: arch gfx1100
; assay: rules decode.alignment
; assay: state s104 = 5
; assay: state s105 = 6
; assay: state vcc = 0x800000007
; assay: expect s[0:1] = 0x600000005
; assay: expect s[2:3] = 0x800000007
s_mov_b64 s[0:1], s[104:105]
s_mov_b64 s[2:3], vcc
