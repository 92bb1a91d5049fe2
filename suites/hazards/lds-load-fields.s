; S_WAITCNT_DEPCTR waits for what its fields say: VA_VDST for vector ALU instructions, VM_VSRC for sources of memory operations, and
; neither for the other.
; RDNA3 ISA, 12.2.1.2; fields of LLVM AMDGPUUsage: VA_VDST SIMM16[15:12], VM_VSRC SIMM16[4:2].  Both waits are for the wrong one.
; kills: depctr-any-field
; assay: arch gfx1100
; assay: rules hazard.ldsdir.memory, hazard.ldsdir.valu
; assay: lds 512
; assay: lds_bytes 07000000
; assay: state m0 = 0x20000
; assay: state s0 = 3
; assay: state v0 = 8
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect s0 = 3
; assay: expect finding hazard.ldsdir.valu
; assay: expect finding hazard.ldsdir.memory
; assay: observe s0
v_add_nc_u32 v3, v1, v2
s_waitcnt_depctr 0xffe3
lds_direct_load v1 wait_vdst:15
s_waitcnt expcnt(0)
ds_store_b32 v0, v2 offset:64
s_waitcnt_depctr 0x0fff
lds_direct_load v2 wait_vdst:0
s_waitcnt expcnt(0) lgkmcnt(0)
