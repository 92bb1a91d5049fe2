; Without fetch-invalid and bound control a lane of V_PERMLANE16 whose source is off is not written.
; RDNA3 ISA, 7.1 (OPSEL), 7.7.1, Table 31.  Lane 2 is off; lanes 0 and 1 read lane 2, lanes 3 to 7 lane 1.
; kills: permlane-exec-unread
; assay: arch gfx1100
; assay: rules valu.permlane
; assay: state exec = 0xfffffffb
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: state s0 = 0x11111122
; assay: expect v0[0:4] = 0x77, 0x77, 0x77, 101, 101
; assay: observe v0
v_permlane16_b32 v0, v1, s0, s0
