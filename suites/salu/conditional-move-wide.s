; S_CMOV_B64, S_CMOVK_I32 and S_CSELECT_B64 go by SCC and leave it alone; the immediate is extended by its sign.
; RDNA3 ISA, 6.5; Vega ISA, 5.5.  SCC is 1 for the first three and 0 after s_cmp_eq_u32 0, 1.
; kills: immediate-unsigned
; assay: arch gfx906 gfx1100
; assay: rules salu.select, salu.immediate
; assay: state scc = 1
; assay: state s[0:1] = 0x1122334455667788
; assay: state s[2:3] = 0
; assay: state s4 = 0
; assay: state s5 = 9
; assay: expect s[2:3] = 0x1122334455667788
; assay: expect s4 = 0xfffffffe
; assay: expect s[6:7] = 0x1122334455667788
; assay: expect s5 = 9
; assay: expect s[8:9] = 7
; assay: expect scc = 0
s_cmov_b64 s[2:3], s[0:1]
s_cmovk_i32 s4, -2
s_cselect_b64 s[6:7], s[0:1], 7
s_cmp_eq_u32 0, 1
s_cmovk_i32 s5, -2
s_cselect_b64 s[8:9], s[0:1], 7
