; V_SCREEN_PARTITION_4SE_B32 looks eight bits up in a table: the manual's example 0b00000001 gives 3.
; Vega ISA, 12.8 V_SCREEN_PARTITION_4SE_B32.  Entry 0 is 1, entry 2 is 7; higher bits do not count.
; kills: low-bit-flipped
; assay: arch gfx906
; assay: rules valu.bits
; assay: state exec = 7
; assay: state v1 = 1, 0, 0xff02
; assay: state v0 = 0
; assay: expect v0[0:2] = 3, 1, 7
; assay: observe v0
v_screen_partition_4se_b32 v0, v1
