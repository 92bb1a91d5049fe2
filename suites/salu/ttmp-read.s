; A user program reads 0 from trap temporaries and cannot write them; a scalar operation that tries leaves SCC alone.
; RDNA3 ISA, 3.3.1.4, 3.4.9.  5 & 4 would set SCC to 1.
; kills: scc-unwritten
; assay: arch gfx1100
; assay: rules register.ttmp.user
; assay: state ttmp2 = 7
; assay: state s0 = 5
; assay: state scc = 0
; assay: expect s1 = 0
; assay: expect s2 = 0
; assay: expect s3 = 1
; assay: expect note register.ttmp.user
s_mov_b32 s1, ttmp2
s_and_b32 ttmp3, s0, 4
s_mov_b32 s2, src_scc
s_and_b32 s4, s0, 4
s_mov_b32 s3, src_scc
