; S_BREV turns the order of all bits round and leaves SCC alone.
; RDNA3 ISA, 6.7; Vega ISA, 5.7.  0x0000000d = 0b1101 becomes 0b1011 at the top: 0xb0000000; in 64 bits bit 0 becomes bit 63, bit 32 bit 31.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.reverse
; assay: state scc = 0
; assay: state s[0:1] = 0x100000001
; assay: expect s2 = 0xb0000000
; assay: expect s[4:5] = 0x8000000080000000
; assay: expect scc = 0
; assay: observe s2 s[4:5] scc
s_brev_b32 s2, 13
s_brev_b64 s[4:5], s[0:1]
