; Between the halves of the address space is a hole: an address whose upper bits are not its sign is not mapped.
; RDNA3 ISA, 11.1; Vega ISA, 9.  buf lies at 0xffff800000001000; 0x800000001000 has the same low 48 bits.
; kills: hole-mapped
; assay: arch gfx906 gfx1100
; assay: rules memory.address, memory.aperture
; assay: memory buf address=0xffff800000001000 u32=1,2
; assay: state exec = 1
; assay: state s[2:3] = 0x800000001000
; assay: state v0 = 0
; assay: expect status fault
; assay: expect finding memory.aperture
global_load_dword v4, v0, s[2:3]
