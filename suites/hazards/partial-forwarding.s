; In wave64 a VALU reads two results of VALU instructions that stand on either side of a scalar write of EXEC, two VALU instructions between
; them and four after.  Known of the hardware, not written in the manual.
; RDNA3 ISA, 5.6 is silent; LLVM GCNHazardRecognizer, VALUPartialForwardingHazard.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 64
; assay: profile silicon
; assay: rules hazard.partial_forwarding
; assay: state v7 = 2
; assay: observe v4
; assay: expect v4[*] = 3
; assay: expect finding hazard.partial_forwarding
v_mov_b32 v1, v7
v_mov_b32 v4, 3
s_mov_b64 exec, -1
v_mov_b32 v5, 3
v_mov_b32 v2, v7
v_mov_b32 v8, 3
v_mov_b32 v9, 3
v_mov_b32 v10, 3
v_mov_b32 v11, 3
v_add_nc_u32 v3, v1, v2
