; The branch stack holds six levels: a fork at level six is one too many.
; Vega ISA, 4.6.  MODE.CSP = 6; of eight lanes three jump, so they run first and the other five are pushed to s[24:27], where nothing belongs.
; kills: fork-seven-deep
; assay: arch gfx906
; assay: rules control.fork.stack
; assay: state exec = 0xff
; assay: state mode = 0xc00003f0
; assay: expect s[24:25] = 0xf8
; assay: expect exec_lo = 7
; assay: expect finding control.fork.stack
; assay: observe s[24:25] exec_lo
s_mov_b64 s[40:41], 7
s_cbranch_i_fork s[40:41], taken
s_nop 0
taken:
s_nop 0
