; Byte and short loads extend to 32 bits: by zeros, or by sign in the signed forms.
; RDNA3 ISA, 11, 16.15 GLOBAL_LOAD_I8; Vega ISA, 12.18.  The bytes at buf are 80 ff fe 7f: i8 0x80 = -128, u8 128, i16 0xff80 = -128.
; kills: load-unsigned
; assay: arch gfx906 gfx1100
; assay: rules memory.load
; assay: memory buf bytes=80fffe7f
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v2[*] = 0xffffff80
; assay: expect v3[*] = 0x80
; assay: expect v4[*] = 0xffffff80
; assay: expect v5[*] = 0x0000ff80
global_load_sbyte v2, v1, s[2:3]
global_load_ubyte v3, v1, s[2:3]
global_load_sshort v4, v1, s[2:3]
global_load_ushort v5, v1, s[2:3]
s_waitcnt vmcnt(0)
