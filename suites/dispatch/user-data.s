; User data registers fill SGPRs from s0 on, sixteen at most.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6.  RSRC2 = 16 user SGPRs << 1 = 0x20.
; kills: user-sgprs-shifted
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.user
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x20", "COMPUTE_USER_DATA_0": "0x1111", "COMPUTE_USER_DATA_1": "0x2222", "COMPUTE_USER_DATA_2": "0x3333", "COMPUTE_USER_DATA_3": "0x4444", "COMPUTE_USER_DATA_4": "0x5555", "COMPUTE_USER_DATA_5": "0x6666", "COMPUTE_USER_DATA_6": "0x7777", "COMPUTE_USER_DATA_7": "0x8888", "COMPUTE_USER_DATA_8": "0x9999", "COMPUTE_USER_DATA_9": "0xaaaa", "COMPUTE_USER_DATA_10": "0xbbbb", "COMPUTE_USER_DATA_11": "0xcccc", "COMPUTE_USER_DATA_12": "0xdddd", "COMPUTE_USER_DATA_13": "0xeeee", "COMPUTE_USER_DATA_14": "0xffff", "COMPUTE_USER_DATA_15": "0x1fffe"}
; assay: expect s0 = 0x1111
; assay: expect s1 = 0x2222
; assay: expect s2 = 0x3333
; assay: expect s3 = 0x4444
; assay: expect s4 = 0x5555
; assay: expect s5 = 0x6666
; assay: expect s6 = 0x7777
; assay: expect s7 = 0x8888
; assay: expect s8 = 0x9999
; assay: expect s9 = 0xaaaa
; assay: expect s10 = 0xbbbb
; assay: expect s11 = 0xcccc
; assay: expect s12 = 0xdddd
; assay: expect s13 = 0xeeee
; assay: expect s14 = 0xffff
; assay: expect s15 = 0x1fffe
; assay: observe s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15
s_nop 0
