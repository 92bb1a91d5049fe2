; The offset of the instruction may be negative where the sum is not.
; RDNA3 ISA, 11.2 ("Scratch-SS and -SV modes: can be negative").  12 - 8 = 4 - 0.
; kills: offset-unsigned
; assay: arch gfx1100
; assay: rules memory.scratch.negative
; assay: scratch 16
; assay: state s4 = 12
; assay: state s5 = 4
; assay: state v1 = lane + 100
; assay: expect v5[0:2] = 100, 101, 102
scratch_store_b32 off, v1, s4 offset:-8
scratch_load_b32 v5, off, s5
s_waitcnt vmcnt(0)
