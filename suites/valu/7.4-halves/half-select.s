; V_CNDMASK_B16 chooses between the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, 16.12 V_CNDMASK_B16.  Lane 0 takes the high half of v2, lane 1 the low half of v1.
; kills: half-ignored
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.half.high, valu.cndmask
; assay: state s4 = 1
; assay: state v0 = 0x99990000
; assay: state v1 = 0x11112222
; assay: state v2 = 0x33334444
; assay: expect v0[0:1] = 0x99993333, 0x99992222
; assay: observe v0
.long 0xd65d1000, 0x00120501    ; v_cndmask_b16 v0, v1, v2, s4 op_sel:[0,1,0]
