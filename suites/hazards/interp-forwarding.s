; V_INTERP takes its parameter from a register that the VALU instruction right before it wrote: it has no forwarding for what LDS gives.
; RDNA3 ISA, 12.3, Table 58 (restrictions).  P0 + I * P10 = 1 + 2 * 1 = 3.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules hazard.interp.forwarding
; assay: state v0 = 2.0
; assay: state v2 = 1.0
; assay: state v3 = 0
; assay: state exec = 0xf
; assay: expect v3[0] = 3.0
; assay: expect note hazard.interp.forwarding
; assay: observe v3
v_mov_b32 v1, v2
v_interp_p10_f32 v3, v1, v0, v1 wait_exp:7
