; The 64-bit logic operations are the 32-bit ones on both words.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  a = 0xff00ff00_0f0f0f0f, b = 0xffff0000_00ff00ff; every result worked out bit by bit.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.logic
; assay: state s[0:1] = 0xff00ff000f0f0f0f
; assay: state s[2:3] = 0xffff000000ff00ff
; assay: expect s[4:5] = 0xffffff000fff0fff
; assay: expect s[6:7] = 0x00fffffffff0fff0
; assay: expect s[8:9] = 0x000000fff000f000
; assay: expect s[10:11] = 0xff0000fff00ff00f
; assay: expect s[12:13] = 0x0000ff000f000f00
; assay: expect s[14:15] = 0xff00ffffff0fff0f
; assay: expect s[16:17] = 0x00ff00fff0f0f0f0
s_or_b64 s[4:5], s[0:1], s[2:3]
s_nand_b64 s[6:7], s[0:1], s[2:3]
s_nor_b64 s[8:9], s[0:1], s[2:3]
s_xnor_b64 s[10:11], s[0:1], s[2:3]
.if gfx906
s_andn2_b64 s[12:13], s[0:1], s[2:3]
s_orn2_b64 s[14:15], s[0:1], s[2:3]
.else
s_and_not1_b64 s[12:13], s[0:1], s[2:3]
s_or_not1_b64 s[14:15], s[0:1], s[2:3]
.endif
s_not_b64 s[16:17], s[0:1]
