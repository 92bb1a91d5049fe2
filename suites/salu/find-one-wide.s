; The 64-bit searches count over both words; SCC stays.
; RDNA3 ISA, 16.3 S_CTZ_I32_B64, S_CLZ_I32_U64; Vega ISA, 12.3 S_FF1, S_FLBIT.  0x20_00000000: lowest one 37, 26 zeros above it; of 0: -1; -16: 4.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.count
; assay: state s[0:1] = 0x2000000000
; assay: state s[2:3] = 0
; assay: state scc = 1
; assay: expect s4 = 37
; assay: expect s5 = 26
; assay: expect s6 = 0xffffffff
; assay: expect s7 = 0xffffffff
; assay: expect s8 = 4
; assay: expect scc = 1
; assay: observe s4 s5 s6 s7 s8 scc
.if gfx906
s_ff1_i32_b64 s4, s[0:1]
s_flbit_i32_b64 s5, s[0:1]
s_ff1_i32_b64 s6, s[2:3]
s_flbit_i32_b64 s7, s[2:3]
s_ff1_i32_b64 s8, -16
.else
s_ctz_i32_b64 s4, s[0:1]
s_clz_i32_u64 s5, s[0:1]
s_ctz_i32_b64 s6, s[2:3]
s_clz_i32_u64 s7, s[2:3]
s_ctz_i32_b64 s8, -16
.endif
