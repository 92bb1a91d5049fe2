; S_WAIT_EVENT has one bit; the others are reserved.
; RDNA3 ISA, 16.5 S_WAIT_EVENT.
; kills: event-reserved-untold
; assay: arch gfx1100
; assay: rules control.event.reserved
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect note control.event.reserved
; assay: observe s0
s_wait_event 0x2
