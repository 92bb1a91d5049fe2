; VADDR of a buffer store with neither OFFEN nor IDXEN: ignored, and without a note, because ACO leaves a register number there (errata E-158).
; RDNA3 ISA, 9.2 Table 40; Vega ISA, 8.1.3.  buffer_store_dword v5, off, s[4:7], 0 offset:4 with v9 in VADDR.
; kills: store-drops-lane
; assay: arch gfx906 gfx1100
; assay: rules decode.unused_field
; assay: memory buf size=12
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 12
; assay[gfx906]: state s7 = 0x27fac
; assay[gfx1100]: state s7 = 0x30016fac
; assay: state v5 = 7
; assay: state v9 = 4
; assay: expect memory buf = u32:0,7,0
; assay: observe memory:buf
.if .amdgcn.gfx_generation_number == 9
.long 0xe0700004, 0x80010509
.else
.long 0xe0680004, 0x80010509
.endif
