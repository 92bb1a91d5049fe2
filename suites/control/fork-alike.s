; Where all lanes agree a fork is a branch, or nothing, and the stack stays empty.
; Vega ISA, 4.6, 12.2 S_CBRANCH_I_FORK.  All of 0xff pass the first, none the second.
; kills: literal-zero
; assay: arch gfx906
; assay: rules control.fork
; assay: state exec = 0xff
; assay: state mode = 0x3f0
; assay: state s0 = 5
; assay: state s1 = 0
; assay: expect s0 = 5
; assay: expect s1 = 0x1234
; assay: expect mode = 0x3f0
; assay: expect exec_lo = 0xff
; assay: observe s0 s1 mode exec_lo
s_mov_b64 s[20:21], -1
s_cbranch_i_fork s[20:21], over
s_mov_b32 s1, 0x1111
over:
s_mov_b64 s[20:21], 0
s_cbranch_i_fork s[20:21], away
s_mov_b32 s1, 0x1234
away:
s_nop 0
