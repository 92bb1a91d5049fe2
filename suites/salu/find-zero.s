; S_FF0 gives the place of the lowest zero, -1 when there is none, and leaves SCC alone.
; Vega ISA, 12.3 S_FF0_I32_B32 (examples): 0xaaaaaaaa 0, 0x55555555 1, 0xffffffff -1, 0xfffeffff 16; in 64 bits 0x0fffffff_ffffffff 60.
; kills: literal-zero
; assay: arch gfx906
; assay: rules salu.count
; assay: state scc = 1
; assay: state s[8:9] = 0x0fffffffffffffff
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: expect s2 = 0xffffffff
; assay: expect s3 = 16
; assay: expect s4 = 60
; assay: expect scc = 1
; assay: observe s0 s1 s2 s3 s4 scc
s_ff0_i32_b32 s0, 0xaaaaaaaa
s_ff0_i32_b32 s1, 0x55555555
s_ff0_i32_b32 s2, -1
s_ff0_i32_b32 s3, 0xfffeffff
s_ff0_i32_b64 s4, s[8:9]
