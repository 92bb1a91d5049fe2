; NaNs of 11 and 10 bits become halves by a conversion, which makes them quiet.
; RDNA3 ISA, 9.3.1; errata E-256.  Of 11_11_10: X 0x3e1, the fraction 1: 0x7c20 made quiet; Y 0x7df, the fraction 0x1f:
; 0x7df0 made quiet; Z 0x7e1, the fraction 0x21, which is quiet: 0x7e10.
; kills: nan-unquieted
; assay: arch gfx1100
; assay: rules memory.format.load, memory.d16
; assay: memory buf u32=0xfc3f7fe1
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 16
; assay: state s7 = 0x3001ffac
; assay: state v[4:5] = 0
; assay: expect v4[0] = 0x7ff07e20
; assay: expect v5[0] = 0x7e10
buffer_load_d16_format_xyz v[4:5], off, s[4:7], 0
s_waitcnt vmcnt(0)
