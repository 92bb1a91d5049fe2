; An open value that may raise an exception decides whether the trap handler runs: comparison ends there.
; RDNA3 ISA, 3.4.9; Vega ISA, 3.10; design, invariant 9.  MODE 0x42f0 enables division by zero.
; kills: trap-open-passes
; assay: arch gfx906 gfx1100
; assay: rules open.trap
; assay: trap_handler
; assay: state mode = 0x42f0
; assay: expect note open.trap
v_rcp_f32 v3, v1
s_endpgm
.section .trap,"ax"
s_rfe_b64 ttmp[0:1]
