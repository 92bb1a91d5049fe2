; S_BITREPLICATE doubles every bit: twice it turns a quad mask into a mask of lanes, which S_QUADMASK turns back.
; RDNA3 ISA, 6.7; Vega ISA, 12.3.  0x80000005 doubled: bits 63, 62, 5, 4, 1, 0; 0x201 doubled 0xc0003, doubled again 0xf00000000f.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.replicate, salu.wqm
; assay: state s0 = 0x80000005
; assay: state s1 = 0x201
; assay: expect s[2:3] = 0xc000000000000033
; assay: expect s[6:7] = 0xf00000000f
; assay: expect s[8:9] = 0x201
s_bitreplicate_b64_b32 s[2:3], s0
s_bitreplicate_b64_b32 s[4:5], s1
s_bitreplicate_b64_b32 s[6:7], s4
s_quadmask_b64 s[8:9], s[6:7]
