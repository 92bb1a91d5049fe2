; A load from LDS past the vector ALU is safe behind a memory operation with a vector ALU instruction between, and behind a vector ALU
; instruction that WAIT_VDST waits for.
; RDNA3 ISA, 12.2.1.2.  The dword at 0 is 7.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules hazard.ldsdir.memory hazard.ldsdir.valu
; assay: lds 512
; assay: lds_bytes 07000000
; assay: state m0 = 0x20000
; assay: state v0 = 8
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect v5[*] = 7
; assay: observe v5
ds_store_b32 v0, v1 offset:64
v_nop
lds_direct_load v1 wait_vdst:0
s_waitcnt expcnt(0) lgkmcnt(0)
v_mov_b32 v3, v2
lds_direct_load v2 wait_vdst:0
s_waitcnt expcnt(0)
v_mov_b32 v5, v2
