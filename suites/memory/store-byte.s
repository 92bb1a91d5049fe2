; A byte store writes one byte, a short store two; the D16_HI forms take them from the high half.
; RDNA3 ISA, 16.15 GLOBAL_STORE_B8; Vega ISA, 12.18.  v2 = 0x44332211: byte 0x11 at 0, high short 0x4433 at 2, high byte 0x33 at 5.
; kills: store-drops-lane
; assay: arch gfx906 gfx1100
; assay: rules memory.store, memory.d16
; assay: memory buf bytes=eeeeeeeeeeeeeeee
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 0x44332211
; assay: expect memory buf = 11ee3344ee33eeee
global_store_byte v1, v2, s[2:3]
global_store_short_d16_hi v1, v2, s[2:3] offset:2
global_store_byte_d16_hi v1, v2, s[2:3] offset:5
