; VCCZ turns 1 when a scalar operation leaves VCC 0.
; Vega ISA, 3.9.  0xf0 & 0x0f = 0.
; kills: scc-unwritten
; assay: arch gfx906
; assay: rules decode.status_source, salu.logic
; assay: state vcc = 0xf0
; assay: state scc = 1
; assay: expect s0 = 1
; assay: expect vcc = 0
; assay: expect scc = 0
; assay: observe s0 vcc scc
s_and_b64 vcc, vcc, 15
s_nop 4
s_mov_b32 s0, src_vccz
