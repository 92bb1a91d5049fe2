; With LDS a buffer or global load writes a dword a lane to M0[15:0] + the offset + 4 * lane; lanes outside LDS are masked off.
; Vega ISA, 8.1.7.  M0 = 4, offset 4: 0x81 extended by sign at 8, the next byte at 12; lane 2 would write at 16.  Then buf + 0 at 0.
; kills: beside-lane-ignored
; assay: arch gfx906
; assay: rules memory.lds
; assay: lds 16
; assay: lds_bytes 01000000020000000300000004000000
; assay: memory buf bytes=0000000081020304
; assay: state exec = 7
; assay: state s[4:5] = buf
; assay: state s6 = 8
; assay: state s7 = 0x27fac
; assay: state v0 = lane
; assay: state v[2:3] = buf
; assay: expect lds = u32:0,2,0xffffff81,2
; assay: observe lds
s_mov_b32 m0, 4
s_nop 0
buffer_load_sbyte v0, s[4:7], 0 offen offset:4 lds
s_mov_b32 m0, 0
s_nop 0
s_mov_b64 exec, 1
global_load_dword v[2:3], off lds
s_waitcnt vmcnt(0)
