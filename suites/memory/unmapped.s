; An access outside every region faults; nothing after it runs.
; RDNA3 ISA, 8.4.1, 11.3; Vega ISA, 7.3.  Region buf ends at 16: the load takes bytes 16 to 19.
; kills: smem-offset-ignored
; assay: arch gfx906 gfx1100
; assay: rules memory.load, smem.offset
; assay: memory buf size=16 address=0x100000
; assay: state s[2:3] = buf
; assay: observe s0
; assay: state s0 = 1
; assay: expect status fault
; assay: expect s0 = 1
s_load_dword s4, s[2:3], 0x10
s_mov_b32 s0, 2
