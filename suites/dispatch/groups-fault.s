; A fault ends the run; groups with private memory are there one at a time, so the other two have not begun by then.
; RDNA3 ISA, 3.2.1, 11.2; Vega ISA, 3.2, 9.4.  Whichever group comes first jumps out of the code.
; kills: condition-inverted
; assay: arch gfx906
; assay: rules control.branch
; assay: schedule seeded
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 3, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x85", "COMPUTE_TMPRING_SIZE": "0x1001", "COMPUTE_USER_DATA_0": "0x100", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=16 address=0x200000
; assay: scratch 4
; assay: expect status fault
; assay: expect memory out = u32:0,0
; assay: observe memory:out
s_cmp_eq_u32 0, 0
s_cbranch_scc0 over
s_setpc_b64 s[0:1]
over:
s_endpgm
