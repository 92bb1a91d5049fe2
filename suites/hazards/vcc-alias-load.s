; A scalar load to s[30:31] is a load to VCC.  VCC must not be read before the wait.
; Vega ISA, 3.9, 4.4 and 4.5 row 13: one register with two names.
; kills: vcc-two-registers
; assay: arch gfx906
; assay: sgprs = 32
; assay: rules counter.lgkm.unwaited
; assay: memory buf size=64 u32=7,9
; assay: state s[2:3] = buf
; assay: state vcc = 0
; assay: observe s[6:7]
; assay: expect s[6:7] = 0x900000007
; assay: expect finding counter.lgkm.unwaited
s_load_dwordx2 s[30:31], s[2:3], 0x0
s_mov_b32 s5, vcc_lo
s_waitcnt lgkmcnt(0)
s_mov_b64 s[6:7], vcc
