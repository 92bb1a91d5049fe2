; With EXEC 0 an addition with carry still runs, for it writes VCC: every bit 0.
; RDNA3 ISA, 3.2.3 (not skipped: writes an SGPR); Vega ISA, 3.3.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules exec.zero, valu.carry.inactive
; assay: state exec = 0
; assay: state vcc = 0xff
; assay: state v0 = 9
; assay: state v1 = 0xffffffff
; assay: expect vcc = 0
; assay: expect v0[0:1] = 9, 9
; assay: observe vcc v0
v_add_co_u32 v0, vcc, v1, v1
