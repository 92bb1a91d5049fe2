; A vector memory instruction may not have read its registers when a load from LDS writes one; a vector ALU instruction between is enough.
; RDNA3 ISA, 12.2.1.2.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules hazard.ldsdir.memory
; assay: lds = 512
; assay: state m0 = 0x20000
; assay: state v0 = 8
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect finding hazard.ldsdir.memory
ds_store_b32 v0, v1 offset:64
lds_direct_load v1 wait_vdst:0
s_waitcnt expcnt(0) lgkmcnt(0)
ds_store_b32 v0, v2 offset:64
v_nop
lds_direct_load v2 wait_vdst:0
s_waitcnt expcnt(0) lgkmcnt(0)
