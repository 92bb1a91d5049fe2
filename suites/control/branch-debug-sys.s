; The four branches on the debugger's bits of STATUS, with COND_DBG_SYS alone set; each that does not go sets a bit of s0.
; RDNA3 ISA, 5.4, Table 17, 3.4.3, and errata E-008; Vega ISA, 4.2.  STATUS[21] is SYS, [20] USER, [16] VALID.
; kills: condition-inverted
; assay: arch gfx906 gfx1100
; assay: rules control.branch.condition
; assay: state status = 0x210000
; assay: expect s0 = 10
; assay: observe s0
s_mov_b32 s0, 0
s_cbranch_cdbgsys a
s_or_b32 s0, s0, 1
a:
s_cbranch_cdbguser b
s_or_b32 s0, s0, 2
b:
s_cbranch_cdbgsys_or_user c
s_or_b32 s0, s0, 4
c:
s_cbranch_cdbgsys_and_user d
s_or_b32 s0, s0, 8
d:
s_nop 0
