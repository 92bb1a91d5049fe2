; While VSKIP is 1 a store is not done and counts nowhere.
; Vega ISA, 12.4 S_SETVSKIP.
; kills: literal-zero
; assay: arch gfx906
; assay: rules valu.vskip
; assay: memory out u32=1,2
; assay: state v0 = 0
; assay: state v1 = 0x77
; assay: state s[2:3] = out
; assay: expect memory out = u32:1,2
; assay: expect s0 = 0x1234
; assay: observe s0 memory:out
s_setvskip 1, 0
s_nop 1
global_store_dword v0, v1, s[2:3]
s_setvskip 0, 0
s_nop 1
s_mov_b32 s0, 0x1234
