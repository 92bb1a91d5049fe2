; STATUS starts with PRIORITY and PRIV of RSRC1 and TRAP_PRESENT of RSRC2; CDBG_USER on Vega.
; RDNA3 ISA, 3.4.3; Vega ISA, 3.5; LLVM AMDGPU guide.  PRIORITY 3 << 10, PRIV 1 << 20, CDBG_USER 1 << 25; TRAP_PRESENT 0x40.
; SYS_PRIO is 2:1, PRIV 5, TRAP_EN 6, CDBG_USER 20: s4 & 0x100066.
; kills: status-preset
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.status
; assay[gfx906]: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0x21f0c00", "COMPUTE_PGM_RSRC2": "0x40"}
; assay[gfx1100]: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0x1f0c00", "COMPUTE_PGM_RSRC2": "0x40"}
; assay[gfx906]: expect s4 = 0x100066 mask 0x1001ff
; assay[gfx1100]: expect s4 = 0x66 mask 0x1001ff
; assay: observe s4
s_cmp_lg_u32 0, 0
s_mov_b64 vcc, 0
s_getreg_b32 s4, hwreg(HW_REG_STATUS)
