; Codes 128 to 192 are 0 to 64, codes 193 to 208 are -1 to -16.
; RDNA3 ISA, 4.1, Table 12; Vega ISA, 4.2, Table 6.  -16 = 0xfffffff0.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.int
; assay: expect s0 = 0
; assay: expect s1 = 64
; assay: expect s2 = 0xffffffff
; assay: expect s3 = 0xfffffff0
s_mov_b32 s0, 0
s_mov_b32 s1, 64
s_mov_b32 s2, -1
s_mov_b32 s3, -16
