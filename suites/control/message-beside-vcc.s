; S_SENDMSG_RTN to other registers leaves VCCZ as it is: VCC is 0, and the branch on VCCZ is taken.
; RDNA3 ISA, 5.1, Table 14.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules control.message.vccz
; assay: state vcc = 0
; assay: state s0 = 1
; assay: expect s0 = 1
; assay: expect s5 = 4
; assay: observe s0 s5
s_sendmsg_rtn_b64 s[104:105], sendmsg(MSG_RTN_GET_REALTIME)
s_waitcnt lgkmcnt(0)
s_cbranch_vccz end
s_mov_b32 s0, 2
end:
s_mov_b32 s5, 4
