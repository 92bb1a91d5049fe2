; A negative offset of the instruction is a memory violation of a scalar buffer, whatever the sum is.
; RDNA3 ISA, 8.1.2 ("a negative value of inst_offset results in a MEMVIOL").  Bit 8 of TRAPSTS.  The words are
; s_buffer_load_b32 s9, s[4:7], s8 offset:-4, which assemblers refuse.
; kills: smem-no-violation
; assay: arch gfx1100
; assay: rules smem.offset.negative
; assay: memory buf u32=1,2,3,4
; assay: state s[4:5] = buf
; assay: state s6 = 16
; assay: state s7 = 0x30016fac
; assay: state s8 = 8
; assay: expect finding smem.offset.negative
; assay: expect s0 = 1
; assay: observe s0
.long 0xf4200242, 0x101ffffc
s_waitcnt lgkmcnt(0)
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 8, 1)
