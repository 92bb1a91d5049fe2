; M0[6:0] of a parameter load is 0: parameters begin at multiples of 128 bytes.
; RDNA3 ISA, 12.1.2.  0x81: bits 6:0 are 1.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules interp.offset
; assay: lds = 512
; assay: state m0 = 0x81
; assay: expect s4 = 1
; assay: expect finding interp.offset
; assay: observe s4
lds_param_load v1, attr0.x
s_waitcnt expcnt(0)
s_mov_b32 s4, 1
