; Two waves load into the same dword of LDS, past registers, and no barrier lies between.
; Vega ISA, 4.3, 8.1.8, 9.3.  Lane 0 of each wave stores to byte 0 of LDS, where M0 says so: the second to come meets the first.
; kills: beside-unraced
; assay: arch gfx906
; assay: rules race.lds
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: lds 64
; assay: memory buf u32=11
; assay: state s[2:3] = buf
; assay: state s0 = 1
; assay: state exec = 1
; assay: state v1 = 0
; assay: expect s0 = 1
; assay: expect finding race.lds
; assay: observe s0
s_mov_b32 m0, 0
s_nop 0
global_load_dword v1, s[2:3] lds
s_waitcnt vmcnt(0)
