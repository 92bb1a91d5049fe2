; Private memory begins at DISPATCH_SCRATCH_BASE (LO bits 39:8, HI bits 47:40), as many bytes as the waves of a group have, and its contents are undefined.
; Vega ISA, 3.6; register list, COMPUTE_DISPATCH_SCRATCH_BASE_LO.  0x20000 << 8 | 5 << 40 = 0x50002000000; WAVES 1, WAVESIZE 1 << 12: 1 KB.
; A branch on its first dword is one on what is undefined; the dword behind it, loaded to s5, is the case's.
; kills: scratch-base-lost
; assay: arch gfx906
; assay: rules dispatch.scratch
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 5, "COMPUTE_TMPRING_SIZE": "0x1001", "COMPUTE_DISPATCH_SCRATCH_BASE_LO": "0x20000", "COMPUTE_DISPATCH_SCRATCH_BASE_HI": 5, "COMPUTE_USER_DATA_0": "0x2000000", "COMPUTE_USER_DATA_1": "0x500"}
; assay: memory private size=2048 address=0x50002000000
; assay: expect s5 = 0
; assay: expect note open.end
; assay: observe s4 s5
s_load_dword s4, s[0:1], 0x0
s_load_dword s5, s[0:1], 0x400
s_waitcnt lgkmcnt(0)
s_cmp_eq_u32 s4, 0
s_cbranch_scc1 1f
s_nop 0
1:
s_endpgm
