; SGPRS of RSRC1 allocates scalar registers: one beyond reads as s0, and a write to it is dropped.
; Vega ISA, 3.6, 3.6.2; LLVM AMDGPU guide.  SGPRS 2 << 6 is 16 * (2 / 2 + 1) = 32 registers: s31 is the last, s32 beyond (errata E-260).
; s0 is user data, 9.
; kills: range-unchecked
; assay: arch gfx906
; assay: rules dispatch.allocation, register.sgpr.range
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0080", "COMPUTE_PGM_RSRC2": 2, "COMPUTE_USER_DATA_0": 9}
; assay: expect s4 = 9
; assay: expect s5 = 7
; assay: expect note register.sgpr.range
; assay: observe s4 s5
s_mov_b32 s31, 7
s_mov_b32 s32, 8
s_mov_b32 s4, s32
s_mov_b32 s5, s31
