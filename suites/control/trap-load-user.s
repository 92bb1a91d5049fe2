; Outside of a trap handler nothing is loaded into its temporaries.
; RDNA3 ISA, 3.3.1.4; Vega ISA, 3.10; errata E-272.
; kills: trap-loads-untold
; assay: arch gfx906 gfx1100
; assay: rules register.ttmp.user
; assay: memory buf u32=7,9,0,0
; assay: state s[2:3] = buf
; assay: state s5 = 3
; assay: expect note register.ttmp.user
; assay: expect s5 = 3
; assay: observe s5
s_load_dwordx2 ttmp[4:5], s[2:3], 0x0
s_waitcnt lgkmcnt(0)
