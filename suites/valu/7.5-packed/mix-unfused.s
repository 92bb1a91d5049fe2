; V_MAD_MIX rounds the product and the sum, V_FMA_MIX at the same opcode only the sum; only the first flushes f32 denormals whatever MODE says.
; Vega ISA, 12.10 (V_MAD_MIX_F32); LLVM AMDGPU.td, mad-mix-insts and fma-mix-insts.
; (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, whose last bit is half a unit: rounded to even it goes, and 2^-11 + 1 is taken away.
; 2^-140 * 1.0 + 0.0 is a denormal; as a half, 2^-24 is none in f32.
; kills: fma-unfused
; assay: arch gfx900 gfx902 gfx904 gfx909 gfx90c
; assay: rules valu.mix
; assay: state v1 = 0x3f800800
; assay: state v2 = 0xbf801000
; assay: state v3 = 0x00000200
; assay: state v4 = 1.0
; assay: state v5 = 0
; assay: state v6 = 0x00000001
; assay: state v10 = 0xabcd0000
; assay[gfx900, gfx902, gfx909, gfx90c]: expect v0[*] = 0
; assay[gfx900, gfx902, gfx909, gfx90c]: expect v7[*] = 0
; assay[gfx904]: expect v0[*] = 0x33800000
; assay[gfx904]: expect v7[*] = 0x00000200
; assay: expect v8[*] = 0x33800000
; assay[gfx900, gfx902, gfx909, gfx90c]: expect v10[*] = 0xabcd0000
; assay[gfx904]: expect v10[*] = 0xabcd0001
.if gfx904
v_fma_mix_f32 v0, v1, v1, v2
v_fma_mix_f32 v7, v3, v4, v5
v_fma_mix_f32 v8, v6, v4, v5 op_sel_hi:[1,0,0]
v_fma_mixlo_f16 v10, v1, v1, v2
.else
v_mad_mix_f32 v0, v1, v1, v2
v_mad_mix_f32 v7, v3, v4, v5
v_mad_mix_f32 v8, v6, v4, v5 op_sel_hi:[1,0,0]
v_mad_mixlo_f16 v10, v1, v1, v2
.endif
