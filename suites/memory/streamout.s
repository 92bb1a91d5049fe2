; DS_ADD_GS_REG_RTN and DS_SUB_GS_REG_RTN change a register and give its old value, of two dwords from register 8 on.
; RDNA3 ISA, 12.6.1.  Register 2: 40 + 7 = 47.  Register 9 is dwords 10 and 11: 0x1_00000003 - 7 = 0xfffffffc.
; v7 keeps 77: register 2 gives one dword.
; kills: streamout-adds-only
; assay: arch gfx1100
; assay: rules gds.streamout
; assay: memory regs space=gs u32=0,0,40,0,0,0,0,0,0,0,3,1,0,0,0,0,0,0,0,0,0,0,0,0
; assay: state m0 = 0
; assay: state v1 = 7
; assay: state v7 = 77
; assay: state v6 = 0
; assay: state v8 = 0
; assay: state v9 = 0
; assay: expect v6[0] = 40
; assay: expect v7[0] = 77
; assay: expect v8[0] = 3
; assay: expect v9[0] = 1
; assay: expect memory regs+8 = u32:47
; assay: expect memory regs+40 = u32:0xfffffffc,0
; assay: observe v6 v7 v8 v9 memory:regs
s_mov_b64 exec, 1
ds_add_gs_reg_rtn v[6:7], v1 offset:8 gds
ds_sub_gs_reg_rtn v[8:9], v1 offset:36 gds
s_waitcnt lgkmcnt(0)
