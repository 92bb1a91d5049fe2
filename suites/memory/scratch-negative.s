; The offsets of private memory sum to no less than 0.
; RDNA3 ISA, 11.2 ("must result in a non-negative number").  4 - 8 = -4.
; kills: scratch-below
; assay: arch gfx1100
; assay: rules memory.scratch.negative
; assay: scratch 16
; assay: state s4 = 4
; assay: state s0 = 1
; assay: expect finding memory.scratch.negative
; assay: expect s0 = 1
; assay: observe s0
scratch_load_b32 v5, off, s4 offset:-8
s_waitcnt vmcnt(0)
