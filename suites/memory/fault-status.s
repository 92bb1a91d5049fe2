; With TFE the register behind the data gets what no fault leaves: 0 where it was 0, which is what programs put there; else it may be kept.
; RDNA3 ISA, Table 37, 10.1.1, 10.10; Vega ISA, 8.1; errata E-270.
; kills: status-unwritten
; assay: arch gfx906 gfx1100
; assay: rules memory.buffer.status
; assay: memory buf u32=7,8
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 8
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v[0:1] = 0x900000009
; assay: state v2 = 0
; assay: expect v0[0] = 7
; assay: expect v1[0] = 8
; assay: expect v2[0] = 0
.if gfx906
buffer_load_dwordx2 v[0:2], off, s[4:7], 0 tfe
.else
buffer_load_b64 v[0:2], off, s[4:7], 0 tfe
.endif
s_waitcnt vmcnt(0)
