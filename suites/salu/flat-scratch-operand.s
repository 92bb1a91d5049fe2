; FLAT_SCRATCH and XNACK_MASK are scalar registers 102 to 105: sources and destinations like others.
; Vega ISA, 5.2.
; kills: high-dword-zero
; assay: arch gfx906
; assay: rules salu.move
; assay: state s[0:1] = 0x1122334455667788
; assay: expect s[2:3] = 0x1122334455667788
; assay: expect s4 = 0x55667789
s_mov_b64 flat_scratch, s[0:1]
s_mov_b64 s[2:3], flat_scratch
s_add_u32 s4, flat_scratch_lo, 1
