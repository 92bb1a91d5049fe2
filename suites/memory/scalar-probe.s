; S_ATC_PROBE changes nothing, mapped or not, and counts on LGKMcnt like other scalar memory operations.
; RDNA3 ISA, 16.6 S_ATC_PROBE; Vega ISA, 12.6.  Nothing lies at 0x100000.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules smem.cache
; assay: state s[2:3] = 0x100000
; assay: state s[4:5] = 0x100000
; assay: state s[6:7] = 0
; assay: expect s8 = 1
s_atc_probe 3, s[2:3], 0x40
s_atc_probe_buffer 3, s[4:7], 0x40
s_waitcnt lgkmcnt(0)
s_mov_b32 s8, 1
