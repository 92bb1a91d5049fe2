; Source codes 251 and 252 are VCCZ and EXECZ as 0 or 1; a scalar write of VCC or EXEC shows at once.
; Vega ISA, 5.2, 3.9.  0xfffffff0 in VCC is not 0, EXEC is 0.
; kills: low-bit-flipped
; assay: arch gfx906
; assay: rules decode.status_source
; assay: state vcc = 0
; assay: state exec = 1
; assay: expect s0 = 1
; assay: expect s1 = 0
; assay: expect s2 = 0
; assay: expect s3 = 1
s_mov_b32 s0, src_vccz
s_mov_b32 s1, src_execz
s_mov_b64 vcc, -16
s_mov_b64 exec, 0
s_nop 4
s_mov_b32 s2, src_vccz
s_mov_b32 s3, src_execz
