; V_CMPX writes EXEC; on RDNA3 VCC stays as it was, on Vega VCC gets the same mask.
; RDNA3 ISA, 7.2.5 (V_CMP, not V_CMPX, writes VCC); Vega ISA, 6.2.2.  Lanes below 4 of the eight that are on.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.compare.exec
; assay: state exec = 0xff
; assay: state vcc = 0x55
; assay: state v0 = 1
; assay: state v1 = lane
; assay: expect exec_lo = 0xf
; assay[gfx906]: expect vcc_lo = 0xf
; assay[gfx1100]: expect vcc_lo = 0x55
; assay: expect v0[3:4] = 7, 1
; assay: observe exec_lo vcc_lo v0
v_cmpx_gt_u32 4, v1
v_mov_b32 v0, 7
