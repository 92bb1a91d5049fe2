; A 64-bit shift of RDNA3 reads one scalar value, and not even the same one twice.
; RDNA3 ISA, 7.2.2.3.  v_lshlrev_b64 v[0:1], s2, s[2:3].
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: rules decode.constant_bus
; assay: expect finding decode.constant_bus
.long 0xd73c0000, 0x00000402
