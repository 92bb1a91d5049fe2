; A wait state between the two names of VCC is enough; one name needs none, nor does a wave whose SGPRs s30 and s31 are not its last.
; Vega ISA, 3.9 and 4.5 "Mixed use of VCC".  vcc = all lanes: v4 = v5 = 0xffffffff.
; kills: low-bit-flipped
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules hazard.vcc.alias
; assay: state s20 = 3
; assay: state v1 = 7
; assay: observe v4 v5 v6
; assay: expect v4[*] = 0xffffffff
; assay: expect v5[*] = 0xffffffff
; assay: expect v6[*] = 7
v_readfirstlane_b32 s30, v1
s_nop 0
v_mov_b32 v3, vcc_lo
v_cmp_eq_u32 vcc, v1, v1
v_mov_b32 v4, vcc_lo
v_mov_b32 v5, vcc_hi
v_readfirstlane_b32 s29, v1
v_mov_b32 v6, s29
