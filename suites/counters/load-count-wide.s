; VMcnt has six bits: of twenty loads, no more than nineteen outstanding proves the first.
; RDNA3 ISA, 5.6; Vega ISA, 4.4, where bits 5:4 stand apart in SIMM16[15:14].  buf[0] = 7.
; kills: vm-high-bits-lost
; assay: arch gfx906 gfx1100
; assay: rules counter.wait, counter.order
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: state v4 = 0
; assay: expect v4[0] = 7
; assay: observe v4
.if gfx906
global_load_dword v10, v1, s[2:3] offset:0
global_load_dword v11, v1, s[2:3] offset:4
global_load_dword v12, v1, s[2:3] offset:0
global_load_dword v13, v1, s[2:3] offset:4
global_load_dword v14, v1, s[2:3] offset:0
global_load_dword v15, v1, s[2:3] offset:4
global_load_dword v16, v1, s[2:3] offset:0
global_load_dword v17, v1, s[2:3] offset:4
global_load_dword v18, v1, s[2:3] offset:0
global_load_dword v19, v1, s[2:3] offset:4
global_load_dword v20, v1, s[2:3] offset:0
global_load_dword v21, v1, s[2:3] offset:4
global_load_dword v22, v1, s[2:3] offset:0
global_load_dword v23, v1, s[2:3] offset:4
global_load_dword v24, v1, s[2:3] offset:0
global_load_dword v25, v1, s[2:3] offset:4
global_load_dword v26, v1, s[2:3] offset:0
global_load_dword v27, v1, s[2:3] offset:4
global_load_dword v28, v1, s[2:3] offset:0
global_load_dword v29, v1, s[2:3] offset:4
.else
global_load_b32 v10, v1, s[2:3] offset:0
global_load_b32 v11, v1, s[2:3] offset:4
global_load_b32 v12, v1, s[2:3] offset:0
global_load_b32 v13, v1, s[2:3] offset:4
global_load_b32 v14, v1, s[2:3] offset:0
global_load_b32 v15, v1, s[2:3] offset:4
global_load_b32 v16, v1, s[2:3] offset:0
global_load_b32 v17, v1, s[2:3] offset:4
global_load_b32 v18, v1, s[2:3] offset:0
global_load_b32 v19, v1, s[2:3] offset:4
global_load_b32 v20, v1, s[2:3] offset:0
global_load_b32 v21, v1, s[2:3] offset:4
global_load_b32 v22, v1, s[2:3] offset:0
global_load_b32 v23, v1, s[2:3] offset:4
global_load_b32 v24, v1, s[2:3] offset:0
global_load_b32 v25, v1, s[2:3] offset:4
global_load_b32 v26, v1, s[2:3] offset:0
global_load_b32 v27, v1, s[2:3] offset:4
global_load_b32 v28, v1, s[2:3] offset:0
global_load_b32 v29, v1, s[2:3] offset:4
.endif
s_waitcnt vmcnt(19)
v_mov_b32 v4, v10
