; LDS_SIZE of RSRC2 allocates LDS: its last dword is there, and what lies beyond reads 0.
; RDNA3 ISA, 12.7, 3.5; Vega ISA, 10.3, 3.6.  LDS_SIZE 1 << 15 is 128 dwords = 512 bytes: 0x1fc is the last dword, 0x1000 is far outside.
; kills: lds-unchecked
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.lds, lds.range
; assay: group 64 1 1
; assay: grid 64 1 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0003", "COMPUTE_PGM_RSRC2": "0x8000"}
; assay: expect v4[*] = 0
; assay: expect v5[*] = 0x1fc
; assay: expect note lds.range
; assay: observe v4 v5
v_mov_b32 v3, 0x1000
v_mov_b32 v6, 0x1fc
s_mov_b64 exec, 1
ds_write_b32 v3, v3
s_mov_b64 exec, -1
ds_write_b32 v6, v6
ds_read_b32 v4, v3
ds_read_b32 v5, v6
s_waitcnt lgkmcnt(0)
