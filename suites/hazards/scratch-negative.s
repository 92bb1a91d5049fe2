; A scratch instruction with an SGPR address faults on GFX9 if its offset is negative.
; Vega ISA, 9.4; LLVM FeatureNegativeScratchOffsetBug.  s5 = 5 shows that the rest ran.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: profile silicon
; assay: scratch = 64
; assay: rules hazard.scratch.negative_offset
; assay: state s4 = 16
; assay: state v1 = 5
; assay: observe s5
; assay: expect s5 = 5
; assay: expect finding hazard.scratch.negative_offset
scratch_store_dword off, v1, s4 offset:-16
s_waitcnt vmcnt(0)
s_mov_b32 s5, 5
