; Source code 254 reads a word of LDS, the same for all lanes: M0 has the address in bits 15:0 and the type in 18:16.
; Vega ISA, 6.2.1, 10.2.  Type 2 is a dword; address 8 holds 77.
; kills: literal-zero
; assay: arch gfx906
; assay: rules lds.direct
; assay: lds 64
; assay: state v1 = 8
; assay: state v2 = 77
; assay: expect v0[*] = 77
ds_write_b32 v1, v2
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0x00020008
s_nop 0
v_mov_b32 v0, src_lds_direct
