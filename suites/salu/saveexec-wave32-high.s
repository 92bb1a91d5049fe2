; In wave32 a saveexec leaves the high half of EXEC alone, as an ordinary register.
; RDNA3 ISA, 3.2.2, 16.3 S_OR_SAVEEXEC_B32.  0x0f | 0xf0 = 0xff.
; kills: saveexec-leaves-exec
; assay: arch gfx1100
; assay: wave 32
; assay: rules salu.saveexec, exec.wave32
; assay: state exec = 0x5500000f
; assay: state s0 = 0xf0
; assay: state s3 = 77
; assay: expect s2 = 0x5500000f
; assay: expect exec_lo = 0x550000ff
; assay: expect exec_hi = 0x1234
; assay: expect s3 = 77
; assay: observe s2 s3 exec_lo exec_hi
s_mov_b32 exec_hi, 0x1234
s_or_saveexec_b32 s2, s0
