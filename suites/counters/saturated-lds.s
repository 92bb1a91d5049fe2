; LGKMcnt holds 15 on Vega and 63 on RDNA3: of 80 loads from LDS the first 65, or seventeen, are done when the last is issued.
; RDNA3 ISA, 5.6; Vega ISA, 4.4: four bits and six; errata E-025.  lds[0] = 7; IB_STS shows 15 or 63 at most.
; kills: lgkm-counts-wide
; assay: arch gfx906 gfx1100
; assay: rules counter.wait, counter.lgkm.unwaited, counter.status
; assay: lds 16
; assay: lds_bytes 07000000
; assay: state exec = 1
; assay: state m0 = -1
; assay: state v1 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state s0 = 3
; assay[gfx906]: expect v5[0] = 7
; assay[gfx1100]: expect finding counter.lgkm.unwaited
; assay: expect v4[0] = 7
; assay: expect s0 = 3
; assay[gfx906]: observe v4 v5 s0
; assay[gfx1100]: observe v4 s0
.set n, 10
.rept 80
ds_read_b32 v[n], v1
.set n, n + 1
.endr
v_mov_b32 v4, v26
v_mov_b32 v5, v74
s_waitcnt lgkmcnt(0)
