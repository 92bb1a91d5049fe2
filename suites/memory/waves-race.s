; Two waves of a group that write the same bytes race.
; RDNA3 ISA, 5.5, 5.6; Vega ISA, 4.3.  Both waves store one dword at out.
; kills: races-unreported
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out size=16
; assay: state s[2:3] = out
; assay: state s0 = 1
; assay: state v1 = 0
; assay: waves[0] v2 = 5
; assay: waves[1] v2 = 6
; assay: expect s0 = 1
; assay: expect finding race.global
; assay: observe s0
s_mov_b64 exec, 1
global_store_dword v1, v2, s[2:3]
