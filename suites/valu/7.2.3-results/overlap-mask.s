; A compare may write the scalar pair it takes a source from.
; Vega ISA, 6.2.2.  s4 = 3: lanes 0 to 2 of the eight that are on hold less.
; kills: mask-keeps-old
; assay: arch gfx906
; assay: rules valu.sources_first, valu.compare
; assay: state exec = 0xff
; assay: state s[4:5] = 0xff00000003
; assay: state v1 = lane
; assay: expect s[4:5] = 7
; assay: observe s[4:5]
v_cmp_gt_u32_e64 s[4:5], s4, v1
