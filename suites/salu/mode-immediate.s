; S_ROUND_MODE replaces MODE[3:0], S_DENORM_MODE replaces MODE[7:4].
; RDNA3 ISA, 5.1, 6.8, 7.2.4.  Round 1 is towards +infinity: 1.0 + 2^-30 = 0x3f800001.  MODE = 0x3f0 becomes 0x351.
; kills: round-to-zero
; assay: arch gfx1100
; assay: rules salu.mode, float.round
; assay: state mode = 0x3f0
; assay: state v1 = 0x30800000
; assay: expect mode = 0x351
; assay: expect v0[*] = 0x3f800001
s_round_mode 0x1
s_denorm_mode 0x5
v_add_f32 v0, 1.0, v1
