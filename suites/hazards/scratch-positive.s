; An SGPR address with an offset of 0 or more is safe, and so is a VGPR address with a negative one.
; Vega ISA, 9.4; LLVM FeatureNegativeScratchOffsetBug.  Both read what the store wrote.
; kills: store-drops-lane
; assay: arch gfx906
; assay: profile silicon
; assay: scratch = 64
; assay: rules hazard.scratch.negative_offset
; assay: state s4 = 0
; assay: state v1 = 5
; assay: state v2 = 32
; assay: observe v3 v4
; assay: expect v3[*] = 5
; assay: expect v4[*] = 5
scratch_store_dword off, v1, s4 offset:16
s_waitcnt vmcnt(0)
scratch_load_dword v3, off, s4 offset:16
scratch_load_dword v4, v2, off offset:-16
s_waitcnt vmcnt(0)
