; S_WAIT_IDLE waits for all counters.
; RDNA3 ISA, 16.5 S_WAIT_IDLE.  buf = {7, 9}, and 5 is stored to word 1 by then.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules counter.wait
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: state v4 = 0
; assay: expect v4[0] = 7
; assay: expect s5 = 7
; assay: observe v4 s5
global_load_b32 v3, v1, s[2:3]
s_load_b32 s4, s[2:3], 0x0
s_wait_idle
v_mov_b32 v4, v3
s_mov_b32 s5, s4
