; NULL is no register of a pair: all 64 bits that it is read as are 0, whatever M0, the register behind it, holds.
; RDNA3 ISA, 3.4.4.  0 & -1 = 0, and SCC says so; bits 0 are not counted; a shift of 0 is 0.
; kills: null-pair-m0
; assay: arch gfx1100
; assay: rules decode.null
; assay: state m0 = 5
; assay: expect s[0:1] = 0
; assay: expect s2 = 0
; assay: expect scc = 0
; assay: expect v[0:1][*] = 0
; assay: observe s[0:1] s2 scc v[0:1]
s_bcnt1_i32_b64 s2, null
v_lshrrev_b64 v[0:1], 7, null
s_and_b64 s[0:1], null, -1
