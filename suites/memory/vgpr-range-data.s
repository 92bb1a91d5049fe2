; A store whose data lies past the VGPRs of the wave stores v0.
; RDNA3 ISA, 3.3.2.2 (individual out of range VGPRs use VGPR0).  24 registers: v30 is none of them.
; kills: range-unchecked
; assay: arch gfx1100
; assay: rules register.vgpr.range, memory.store
; assay: vgprs 24
; assay: memory buf size=64
; assay: state exec = 1
; assay: state v[2:3] = buf
; assay: state v0 = 11
; assay: expect memory buf+0 = u32:11,0
; assay: expect note register.vgpr.range
; assay: observe memory:buf
global_store_b32 v[2:3], v30, off
