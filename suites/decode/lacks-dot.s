; What an architecture lacks of its family is no instruction there: V_DOT4_I32_I8 came with gfx906.
; Vega ISA, 13.1 (opcodes that are in no list); LLVM AMDGPU.td, dot1-insts.  4 * 1 * 2 + 1 = 9.
; kills: reserved-accepted
; assay: arch gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c
; assay: rules decode.illegal
; assay: state v1 = 0x01010101
; assay: state v2 = 0x02020202
; assay: state v3 = 1
; assay[gfx900, gfx902, gfx904, gfx909, gfx90c]: expect status illegal
; assay[gfx906]: expect v0[*] = 9
.long 0xd3a84000, 0x1c0e0501
