; Targets that the architecture does not have are a mistake: of Vega 20, of RDNA3 32 and 9.
; RDNA3 ISA, 14; Vega ISA, 11.2.  The words are exp with EN = 1, target 20 and 32, source v0.
; kills: export-order-untold
; assay: arch gfx906 gfx1100
; assay: rules export.target
; assay: state v0 = 1
; assay: expect finding export.target
; assay: expect s0 = 7
; assay: observe s0
.if .amdgcn.gfx_generation_number == 9
.long 0xc4000141, 0
.else
.long 0xf8000201, 0
.endif
s_waitcnt expcnt(0)
s_mov_b32 s0, 7
