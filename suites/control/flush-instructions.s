; A program may write FLUSH_IB, which flushes the instruction buffers of the wave and nothing it can see; HW_ID1 it may not.
; RDNA3 ISA, 3.4.8 "Other S_GETREG, S_SETREG targets".
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules hwreg.readonly
; assay: state s2 = 1
; assay: expect s4 = 3
; assay: observe s4
; assay: expect note hwreg.readonly
s_setreg_b32 hwreg(14, 0, 1), s2
s_setreg_b32 hwreg(HW_REG_HW_ID1, 0, 4), s2
s_add_u32 s4, s2, 2
