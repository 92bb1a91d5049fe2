; The kernel descriptor asks for the kernarg pointer; it comes in the first user SGPRs, and the work-group number behind them.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6; LLVM AMDGPU guide, "Kernel Descriptor".  RSRC1 0xf0000; RSRC2 = 2 << 1 | 0x80 = 0x84; properties bit 3, on wave32 bit 10.
; The kernarg block begins with 0x11223344.
; kills: user-sgprs-shifted
; assay: arch gfx906 gfx1100
; assay: rules dispatch.sgpr.user
; assay[gfx906]: descriptor "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f00840000000800000000000000"
; assay[gfx1100]: descriptor "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f00840000000804000000000000"
; assay: kernarg "44332211"
; assay: expect s4 = 0x11223344
; assay: expect s2 = 0
; assay: observe s2 s4
s_load_dword s4, s[0:1], 0x0
s_waitcnt lgkmcnt(0)
