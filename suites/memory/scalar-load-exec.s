; EXEC holds no address of a scalar load and no offset: it reads 0, and that is reported.
; RDNA3 ISA, 3.3.1.4: "referencing M0, NULL, or EXEC* returns zero"; 8.1, Table 34 lets the offset be M0.
; kills: smem-exec-read
; assay: arch gfx1100
; assay: rules smem.load, register.sgpr.range
; assay: memory buf address=0x20000 u32=7,8
; assay: state exec = 4
; assay: state m0 = 4
; assay: state s[2:3] = buf
; assay: expect s4 = 7
; assay: expect s5 = 7
; assay: expect s6 = 8
; assay: expect note register.sgpr.range
; assay: observe s4 s5 s6
s_load_b32 s4, exec, 0x20000
s_load_b32 s5, s[2:3], exec_lo
s_load_b32 s6, s[2:3], m0
s_waitcnt lgkmcnt(0)
