; S_ADDK_I32 adds a signed immediate and sets SCC to signed overflow.
; RDNA3 ISA, 16.2 S_ADDK_I32; Vega ISA, 12.2.  0x7fffffff + 1 overflows; 0x80000000 + -1 overflows; 1 + -1 = 0 does not.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.overflow, salu.immediate
; assay: state s0 = 0x7fffffff
; assay: state s1 = 0x80000000
; assay: state s2 = 1
; assay: expect s0 = 0x80000000
; assay: expect s1 = 0x7fffffff
; assay: expect s2 = 0
; assay: expect s3 = 1
; assay: expect s4 = 1
; assay: expect scc = 0
s_addk_i32 s0, 1
s_cselect_b32 s3, 1, 0
s_addk_i32 s1, -1
s_cselect_b32 s4, 1, 0
s_addk_i32 s2, -1
