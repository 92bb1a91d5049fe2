; The operand LDS_DIRECT is a value of LDS at M0, of the type M0[18:16] says, the same in every lane.
; Vega ISA, 10.3.1.  The dword 0xfedc8081 at 8 as a signed byte is -127.
; kills: direct-whole
; assay: arch gfx906
; assay: rules lds.direct
; assay: lds = 512
; assay: lds_bytes = 00000000000000008180dcfe
; assay: state m0 = 0x40008
; assay: state v0 = lane
; assay: expect v1[*] = lane - 127
v_add_u32 v1, src_lds_direct, v0
