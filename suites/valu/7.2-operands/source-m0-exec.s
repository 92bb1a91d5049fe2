; M0 and the halves of EXEC and VCC are vector sources as scalar registers are.
; RDNA3 ISA, 7.2.1; Vega ISA, 6.2.1.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules valu.move
; assay: state vcc = 0x1234
; assay: state exec = 0x0f
; assay: state v3 = 2
; assay: expect v0[*] = 0xfffffff0
; assay: expect v1[*] = 0x1234
; assay: expect v2[*] = 0x0f
; assay: expect v3[0:4] = 0xfffffff0, 0xfffffff0, 0xfffffff0, 0xfffffff0, 2
; assay: observe v0 v1 v2 v3
s_mov_b32 m0, -16
v_mov_b32 v3, m0
s_mov_b64 exec, -1
v_mov_b32 v0, m0
v_mov_b32 v1, vcc_lo
v_mov_b32 v2, 15
