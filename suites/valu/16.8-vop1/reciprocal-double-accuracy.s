; 1/3 in f64 within 2^29 units in the last place; the sign is exact.
; RDNA3 ISA, 16.8 V_RCP_F64; Vega ISA, 12.8.  1/3 = 0x3fd5555555555555: the high dword may differ by one at most.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental
; assay: state v[2:3] = 3.0
; assay: expect v1[*] = any 0xbfd55554 0xbfd55555 0xbfd55556
; assay: observe v1
v_rcp_f64_e64 v[0:1], -v[2:3]
