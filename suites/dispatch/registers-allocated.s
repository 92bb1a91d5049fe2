; A VGPR beyond the allocation reads as v0, and a write to it is dropped.
; RDNA3 ISA, 3.3.2; Vega ISA, 3.6.  RSRC1.VGPRS 0 is 4 registers on Vega and 12 on RDNA3 (LLVM: gfx1100 allocates wave64 by 12): v20 is beyond both.
; v0 holds the x number.  Lane 3 is off in between.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.allocation, register.vgpr.range
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0}
; assay: expect v1[0:4] = 0, 1, 2, 9, 4
; assay: expect note register.vgpr.range
; assay: observe v1
v_mov_b32 v1, 9
v_mov_b32 v20, 7
s_mov_b64 exec, -9
v_mov_b32 v1, v20
