; OR with ones is defined whatever the other bits are; AND with the low byte leaves only that byte undefined.
; RDNA3 ISA, 16.1 S_OR_B32, S_AND_B32; Vega ISA, 12.1.  Nothing sets s5.
; kills: undefined-from-any-bit
; assay: arch gfx906 gfx1100
; assay: rules salu.logic
; assay: state s6 = 0xffffffff
; assay: observe s7 s8 scc
; assay: expect s7 = 0xffffffff
; assay: expect s8 = 0xab00
; assay: expect scc = 1
s_and_b32 s8, s5, 0xff
s_or_b32 s8, s8, 0xabff
s_and_b32 s8, s8, 0xff00
s_or_b32 s7, s5, s6
