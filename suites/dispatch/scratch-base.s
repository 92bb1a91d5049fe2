; FLAT_SCRATCH of a wave is DISPATCH_SCRATCH_BASE and its number times WAVESIZE: LO has bits 39:8 of the base, HI bits 47:40.
; RDNA3 ISA, 3.4.7; register list, COMPUTE_DISPATCH_SCRATCH_BASE_LO.  Base 0x20000 << 8 | 5 << 40 = 0x50002000000; WAVES 2, WAVESIZE 4 << 12: 1 KB.
; The second wave of 64 has 0x50002000400; its dwords lie there, four bytes a lane.
; kills: scratch-base-lost
; assay: arch gfx1100
; assay: wave 64
; assay: rules dispatch.scratch
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": 1, "COMPUTE_TMPRING_SIZE": "0x4002", "COMPUTE_DISPATCH_SCRATCH_BASE_LO": "0x20000", "COMPUTE_DISPATCH_SCRATCH_BASE_HI": 5, "COMPUTE_DISPATCH_INITIATOR": 1}
; assay: memory private size=2048 address=0x50002000000
; assay: expect waves[0] s4 = 0x2000000
; assay: expect waves[1] s4 = 0x2000400
; assay: expect waves[1] s5 = 0x500
; assay: expect waves[1] v2[0:1] = 64, 65
; assay: expect memory private+1024 = u32:64,65
; assay: observe s4 s5 v2
s_getreg_b32 s4, hwreg(HW_REG_FLAT_SCR_LO)
s_getreg_b32 s5, hwreg(HW_REG_FLAT_SCR_HI)
v_mov_b32 v1, 0
v_mov_b32 v2, 0
v_mov_b32 v3, 0
scratch_store_b128 off, v[0:3], off
s_waitcnt_vscnt null, 0x0
scratch_load_b32 v2, off, off
s_waitcnt vmcnt(0)
