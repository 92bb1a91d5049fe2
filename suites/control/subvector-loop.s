; A subvector loop runs its block once for each half of EXEC that is not 0, low half first, and leaves EXEC as it was.
; RDNA3 ISA is silent, RDNA1 ISA describes them: S_SUBVECTOR_LOOP_BEGIN (errata E-161).  The block adds 1 to v0 in the active lanes and counts in s1.
; kills: subvector-once
; assay: arch gfx1100
; assay: wave 64
; assay: rules control.subvector
; assay: state v0 = lane
; assay: state s1 = 0
; assay: state s2 = 0
; assay: state s3 = 0
; assay: state exec = 0x0000ffff00ff00ff
; assay: expect v0[0:8] = 1, 2, 3, 4, 5, 6, 7, 8, 8
; assay: expect v0[32:34] = 33, 34, 35
; assay: expect v0[48] = 48
; assay: expect s1 = 2
; assay: expect s2 = 0x0000ffff
; assay: expect s3 = 0x00ff00ff
; assay: expect exec = 0x0000ffff00ff00ff
s_subvector_loop_begin s0, end
begin:
v_add_nc_u32 v0, v0, 1
s_add_u32 s1, s1, 1
s_or_b32 s2, s2, exec_hi
s_or_b32 s3, s3, exec_lo
s_subvector_loop_end s0, begin
end:
s_nop 0
