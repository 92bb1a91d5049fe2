; Which register V_MOVRELS reads depends on an M0 that is undefined: what comes after is not compared.
; RDNA3 ISA, 7.8; Assay, invariant 9 (docs/architecture.md).
; kills: open-unsaid
; assay: arch gfx1100
; assay: rules open.m0
; assay: state v4 = 44
; assay: state s8 = 0
; assay: expect s8 = 0
; assay: expect note open.m0
; assay: observe s8
v_movrels_b32 v0, v4
