; What keeps the two results apart enough: five VALU instructions after them, three between them, a wait for va_vdst; and where the first is
; written again behind the scalar write of EXEC, or EXEC is not written between, there is nothing to keep apart.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUPartialForwardingHazard.  v3 = 2 + 2 each time.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.partial_forwarding
; assay: state v7 = 2
; assay: observe v3 v6
; assay: expect v3[*] = 4
; assay: expect v6[*] = 4
v_mov_b32 v1, v7
s_mov_b64 exec, -1
v_mov_b32 v2, v7
v_mov_b32 v8, 3
v_mov_b32 v9, 3
v_mov_b32 v10, 3
v_mov_b32 v11, 3
v_mov_b32 v12, 3
v_add_nc_u32 v3, v1, v2
v_mov_b32 v1, v7
v_mov_b32 v8, 3
s_mov_b64 exec, -1
v_mov_b32 v9, 3
v_mov_b32 v10, 3
v_mov_b32 v2, v7
v_add_nc_u32 v3, v1, v2
v_mov_b32 v1, v7
s_mov_b64 exec, -1
v_mov_b32 v2, v7
s_waitcnt_depctr depctr_va_vdst(0)
v_add_nc_u32 v3, v1, v2
v_mov_b32 v1, v7
s_mov_b64 exec, -1
v_mov_b32 v1, v7
v_mov_b32 v2, v7
v_add_nc_u32 v3, v1, v2
v_mov_b32 v4, v7
v_mov_b32 v5, v7
v_add_nc_u32 v6, v4, v5
