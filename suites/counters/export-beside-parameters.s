; Exports and loads from LDS past the vector ALU share EXPcnt in no order: 1 of the two proves neither.
; RDNA3 ISA, 12.2.1.2 "might not complete in order, requiring s_waitcnt 0 if they are overlapped".
; kills: exports-among-parameters
; assay: arch gfx1100
; assay: rules counter.exp.source, counter.exp.unwaited, counter.order
; assay: lds 512
; assay: lds_bytes 07000000
; assay: state m0 = 0x20000
; assay: state s0 = 0
; assay: state v1 = 3
; assay: state v5 = 0
; assay: expect v5[*] = 7
; assay: expect finding counter.exp.source
; assay: observe v5
exp mrt0 v1, off, off, off
lds_direct_load v2
s_waitcnt expcnt(1)
v_mov_b32 v1, 0
s_waitcnt expcnt(0)
v_mov_b32 v5, v2
