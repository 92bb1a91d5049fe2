; VADDR of a buffer access with neither OFFEN nor IDXEN, and DATA of a FLAT load: ignored.
; RDNA3 ISA, 9.2 Table 40, 11; Vega ISA, 8.1.3, 9.  buffer_load_dword v0, off, s[4:7], 0 offset:4 with v9 in VADDR;
; flat_load_dword v1, v[2:3] with v9 in DATA (and SADDR s5, which FLAT does not use).
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules decode.unused_field
; assay: memory buf bytes=010000000200000003000000
; assay: state s[4:5] = buf
; assay: state s6 = 12
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v[2:3] = buf+8
; assay: state v9 = 4
; assay: expect note decode.unused_field
; assay: expect v6[*] = 2
; assay: expect v7[*] = 3
.long 0xe0500004, 0x80010009
.long 0xdc500000, 0x01050902
s_waitcnt vmcnt(0) lgkmcnt(0)
v_mov_b32 v6, v0
v_mov_b32 v7, v1
