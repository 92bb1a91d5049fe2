; A jump out of the code is a fault.
; RDNA3 ISA, 3.2.1; Vega ISA, 3.2.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.branch
; assay: state s[0:1] = 0x100
; assay: state s2 = 5
; assay: observe s2
; assay: expect status fault
; assay: expect s2 = 5
s_cmp_eq_u32 0, 0
s_cbranch_scc0 over
s_setpc_b64 s[0:1]
over:
s_mov_b32 s2, 6
