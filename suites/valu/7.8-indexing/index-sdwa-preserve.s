; SDWA with PRESERVE keeps bits of the register it writes, so of the indexed one.
; Vega ISA, 6.6.2.  v0 + 1 = v1: byte 1 becomes 0x77, the rest is v1's.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special, valu.sdwa.dst
; assay: state v0 = 0x11111111
; assay: state v1 = 0x22222222
; assay: state v4 = 0x77
; assay: expect v0[*] = 0x11111111
; assay: expect v1[*] = 0x22227722
; assay: observe v0 v1
s_set_gpr_idx_on 1, gpr_idx(DST)
v_mov_b32_sdwa v0, v4 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
s_set_gpr_idx_off
