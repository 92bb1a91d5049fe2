; S_WAIT_EVENT with bit 0, or nothing, set: it waits for no event that a compute wave has.
; RDNA3 ISA, 16.5 S_WAIT_EVENT.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules control.event.reserved
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect s5 = 4
; assay: observe s0 s5
s_wait_event 0x1
s_wait_event 0x0
s_mov_b32 s5, 4
