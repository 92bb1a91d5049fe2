; A global access does not reach LDS by its aperture.
; RDNA3 ISA, 11.1.2 ("If a global instruction does attempt to access LDS, the instruction returns MEMVIOL"); Vega ISA, 9.
; kills: aperture-untold
; assay: arch gfx906 gfx1100
; assay: rules memory.aperture
; assay: lds 64
; assay: state exec = 1
; assay: state v4 = 8
; assay: expect status fault
; assay: expect finding memory.aperture
s_mov_b64 s[4:5], src_shared_base
v_mov_b32 v5, s5
global_load_dword v0, v[4:5], off
