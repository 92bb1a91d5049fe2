; In wave32 VCC_HI is no mask: a select goes by VCC_LO, and a compare leaves VCC_HI alone.
; RDNA3 ISA, 3.4.6.  VCC = {0xff, 1}: lane 0 takes v2.
; kills: cndmask-inverted
; assay: arch gfx1100
; assay: wave 32
; assay: rules exec.wave32, valu.cndmask
; assay: state exec = 7
; assay: state vcc = 0xff00000001
; assay: state v1 = 10
; assay: state v2 = 20
; assay: state v0 = 0
; assay: expect v0[0:1] = 20, 10
; assay: expect vcc_lo = 7
; assay: expect vcc_hi = 0xff
; assay: observe v0 vcc_lo vcc_hi
v_cndmask_b32 v0, v1, v2, vcc_lo
v_cmp_gt_u32 vcc_lo, v2, v1
