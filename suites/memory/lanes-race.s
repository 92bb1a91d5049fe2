; Lanes of one store that write different data to one address race; the bytes are undefined.
; RDNA3 ISA, 11.2, 12.5; Vega ISA, 9.  Lanes 0 and 1 both store at buf.
; kills: races-unreported
; assay: arch gfx906 gfx1100
; assay: rules race.lanes
; assay: memory buf size=16
; assay: state exec = 3
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = lane
; assay: expect finding race.lanes
; assay: expect memory buf+4 = 00000000
global_store_dword v1, v2, s[2:3]
