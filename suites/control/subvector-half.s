; A subvector loop skips a half of EXEC that is 0, and is skipped when both are.
; RDNA3 ISA is silent, RDNA1 ISA describes it: S_SUBVECTOR_LOOP_BEGIN, S_SUBVECTOR_LOOP_END (errata E-161).
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 64
; assay: rules control.subvector
; assay: state s1 = 0
; assay: state s2 = 0
; assay: state s3 = 0
; assay: state exec = 0x0000000100000000
; assay: observe s1 s2 s3 exec
; assay: expect s1 = 1
; assay: expect s2 = 1
; assay: expect s3 = 0
; assay: expect exec = 0
s_subvector_loop_begin s0, end1
begin1:
s_add_u32 s1, s1, 1
s_subvector_loop_end s0, begin1
end1:
s_mov_b64 exec, 1
s_subvector_loop_begin s0, end2
begin2:
s_add_u32 s2, s2, 1
s_subvector_loop_end s0, begin2
end2:
s_mov_b64 exec, 0
s_subvector_loop_begin s0, end3
begin3:
s_add_u32 s3, s3, 1
s_subvector_loop_end s0, begin3
end3:
s_nop 0
