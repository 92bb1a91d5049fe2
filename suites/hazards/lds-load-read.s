; A load from LDS past the vector ALU may write a memory operation's register behind an export, behind a wait for the operation, and behind
; S_WAITCNT_DEPCTR for sources of memory operations.
; RDNA3 ISA, 12.2.1.2 "any VALU or export instruction"; 5.6: what was waited for is done.  VM_VSRC is SIMM16[4:2]: 0xffe3.
; kills: sources-by-valu-only
; assay: arch gfx1100
; assay: rules hazard.ldsdir.memory
; assay: lds 512
; assay: lds_bytes 07000000
; assay: state m0 = 0x20000
; assay: state v0 = 8
; assay: state v1 = 1
; assay: state v2 = 2
; assay: state v3 = 3
; assay: state v4 = 4
; assay: expect v1[*] = 7
; assay: expect v2[*] = 7
; assay: expect v3[*] = 7
; assay: observe v1 v2 v3
ds_store_b32 v0, v1 offset:64
exp mrt0 v4, off, off, off
lds_direct_load v1 wait_vdst:0
ds_store_b32 v0, v2 offset:128
s_waitcnt lgkmcnt(0)
lds_direct_load v2 wait_vdst:0
ds_store_b32 v0, v3 offset:192
s_waitcnt_depctr 0xffe3
lds_direct_load v3 wait_vdst:0
s_waitcnt expcnt(0) lgkmcnt(0)
