; Waves start at COMPUTE_PGM, in units of 256 bytes: LO has bits 39:8 of the address, HI bits 47:40.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; register list, COMPUTE_PGM_LO.  0x101 << 8 | 5 << 40 = 0x50000010100: the second 256 bytes of the code.
; kills: program-address-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.start
; assay: base 0x50000010000
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0, "COMPUTE_PGM_LO": "0x101", "COMPUTE_PGM_HI": 5}
; assay: expect s4 = 2
; assay: expect instructions = 2
; assay: observe s4
s_mov_b32 s4, 1
s_endpgm
.fill 62, 4, 0xbf800000
s_mov_b32 s4, 2
s_endpgm
