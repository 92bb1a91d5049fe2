; Operations of the global data share may not stand in a clause, nor those of LDS before them make it one.
; RDNA3 ISA, 5.2.  The case ends before it comes to the operation.
; kills: clause-gds-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: lds 16
; assay: lds_bytes 07000000080000000900000000000000
; assay: state v1 = 0
; assay: limits instructions=4
; assay: expect status limit
; assay: expect finding control.clause.member
; assay: expect s0 = 5
; assay: observe s0
s_mov_b32 s0, 5
s_clause 0x2
ds_load_b32 v2, v1
ds_load_b32 v3, v1
ds_add_u32 v1, v2 gds
