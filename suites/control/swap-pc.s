; S_SWAPPC jumps to its source and gives the address of the next instruction.
; RDNA3 ISA, 16.3 S_SWAPPC_B64; Vega ISA, 12.3.  It stands at 0x20004; the target 0x2000c is skipped to; s4 is not written.
; kills: jump-dropped
; assay: arch gfx906 gfx1100
; assay: rules control.pc, control.jump.align
; assay: base 0x20000
; assay: state s[2:3] = 0x2000c
; assay: state s4 = 0
; assay: expect s[0:1] = 0x20008
; assay: expect s4 = 0
; assay: expect s5 = 6
; assay: observe s[0:1] s4 s5
s_nop 0
s_swappc_b64 s[0:1], s[2:3]
s_mov_b32 s4, 1
s_mov_b32 s5, 6
