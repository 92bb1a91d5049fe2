; V_LDEXP_F64 and V_LDEXP_F32 take a whole signed exponent; overflow gives infinity, underflow rounds once.
; RDNA3 ISA, 16.12 V_LDEXP_F64; Vega ISA, 12.12.  -1.5 * 2^64; 1.5 * 2^1024 = inf; in f32 1.5 * 2^-149 is halfway between 1 and 2 units: the even 2.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.ldexp
; assay: state v[2:3] = 1.5
; assay: state v4 = 1024
; assay: state v5 = 1.5
; assay: state v6 = 0xffffff6b
; assay: expect v[0:1] = -27670116110564327424.0
; assay: expect v[8:9] = inf
; assay: expect v7[*] = 2
v_ldexp_f64 v[0:1], -v[2:3], 64
v_ldexp_f64 v[8:9], v[2:3], v4
v_ldexp_f32 v7, v5, v6
