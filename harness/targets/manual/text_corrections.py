"""Corrections to the published pseudocode with their sources, texts written from the manuals' prose, and operations
that are not executed because their text is wrong."""
import re

# (mnemonics, pattern, replacement, note). A correction is applied where the pattern occurs.
CORRECTIONS = [
    (
        r".*",
        r"signext\(SIMM16\.i(16 \* 16'4|32 \* 4)\)",
        "(signext(SIMM16.i16) * 4LL)",
        "branch.offset: the product of the offset and 4 is not cut to 16 bits (RDNA3 ISA, 5.4)",
    ),
    (
        r"s_setreg.*",
        r"mask = \(1 << size\) - 1;(?!\s*mask = \(mask <<)",
        "mask = (1 << size) - 1;\nmask = (mask << offset.u32);",
        "setreg.mask: the mask lies at the field's offset (RDNA3 ISA, 16.5 S_SETREG_B32)",
    ),
    (
        r"[sv]_rndne_f(16|32|64)",
        r"(?s).*?S0\.(f\d+).*",
        r"D0.\1 = even(S0.\1)",
        "rndne.exact: nearest even of the operand itself, not of a rounded sum; zero keeps its sign",
    ),
    (
        r"[sv]_ceil_f(16|32|64)",
        r"(?s).*?S0\.(f\d+).*",
        r"D0.\1 = ceil(S0.\1)",
        "ceil.zero: a zero result keeps the sign",
    ),
    (
        r"[sv]_floor_f(16|32|64)",
        r"(?s).*?S0\.(f\d+).*",
        r"D0.\1 = floor(S0.\1)",
        "floor.zero: a zero result keeps the sign",
    ),
    (
        r"v_fract_f(16|32|64)",
        r"S0\.(f\d+) \+ -floor\(S0\.\1\)",
        r"fract(S0.\1)",
        "fract.below_one: the result stays below one (RDNA3 ISA, 16.8 V_FRACT_F32)",
    ),
    (
        r"v_cvt_nearest_i32_f32|v_cvt_rpi_i32_f32",
        r"f32_to_i32\(floor\(S0\.f32 \+ 0\.5F\)\)",
        "f64_to_i32(floor(64'F(S0.f32) + 0.5))",
        "nearest.exact: the half is added without rounding",
    ),
    (
        r"v_rcp_(iflag_)?f(16|32|64)",
        r"(16'1\.0|1\.0F?) / S0\.(f\d+)",
        r"rcp(S0.\2)",
        "rcp.ulp: rounded once, f32 denormals flushed; the comparison allows the manual's error",
    ),
    (r"v_rsq_f(16|32|64)", r"(16'1\.0|1\.0F?) / sqrt\(S0\.(f\d+)\)", r"rsq(S0.\2)", "rsq.ulp: as rcp.ulp"),
    (
        r"v_(sin|cos)_f(16|32)",
        r"(sin|cos)\(S0\.(f\d+) \* \d+'F\(PI \* 2\.0\)\)",
        r"\1_turns(S0.\2)",
        "trig.turns: sine of exactly 2 pi x over the whole range",
    ),
    (
        r"v_ldexp_f(16|32|64)",
        r"S0\.(f\d+) \* .*\*\* (?:32'I\()?S1\.(i\d+)\)?\)?",
        r"ldexp(S0.\1, S1.\2)",
        "ldexp.exact: scaled and rounded once, the power of two itself does not overflow",
    ),
    (
        r"v_trig_preop_f64",
        r"64'F\(\(1201'B\(2\.0 / PI\)\[1200 : 0\] << shift\.u32\) & 1201'0x1fffffffffffff\)",
        "u64_to_f64(64'U(((TWO_OVER_PI << shift.u32) & 1201'0x1" + "f" * 300 + ") >> 1148U))",
        "trig_preop.whole: the 53 bits brought into the whole part, as the comment in the text says",
    ),
    (
        r"ds_b?permute_b32",
        r"32'I\(VGPR\[i\]\[ADDR\] \+ OFFSET\.b32\) / 4 % 32",
        "(((VGPR[i][ADDR] + OFFSET.b32) / 4U % 32U) | (i & 32))",
        "permute.halves: wave64 runs as two independent halves (RDNA3.5 ISA, 12.5.2)",
    ),
    (
        r"v_mullit_f32",
        r"S0\.f32 \* S1\.f32",
        "((64'F(S0.f32) == 0.0) || (64'F(S1.f32) == 0.0)) ? 0.0F : S0.f32 * S1.f32",
        "mullit.zero: 0.0 * x = 0.0 (RDNA3 ISA, 16.12 V_MULLIT_F32)",
    ),
    (r"v_readlane_b32|v_writelane_b32", r"lane = S1\.u32\[5 : 0\];", "lane = S1.u32[5 : 0].u32;", "lane index: plain"),
    (
        r"v_frexp_exp_i(16|32)_f(16|32|64)",
        r"exponent\((S0\.f\d+)\) - \d+ \+ 1",
        r"frexp_exponent(\1)",
        "frexp.denormal: the exponent is that of the value, also of a denormal; zero gives 0 "
        "(RDNA3 ISA, 16.8 V_FREXP_EXP_I32_F32)",
    ),
    (
        r"v_fmac_dx9_zero_f32",
        r"D0\.f32 = S2\.f32",
        "D0.f32 = 0.0F + D0.f32",
        "dx9.addend: a zero product is added to the addend, which is D0",
    ),
    (
        r"v_fma_dx9_zero_f32",
        r"D0\.f32 = S2\.f32",
        "D0.f32 = 0.0F + S2.f32",
        "dx9.sum: a zero product is added to the addend",
    ),
    (
        r"v_permlanex?16_b32",
        r"VGPR\[row \* 16 \+ i\]\[VDST\.u32\] = tmp\[(.*)\]",
        r"from = \1;\nif (OPSEL.u4[0] || EXEC[from].u1) then\nVGPR[row * 16 + i][VDST.u32] = tmp[from]\n"
        r"elsif OPSEL.u4[1] then\nVGPR[row * 16 + i][VDST.u32] = 0U\nendif",
        "permlane.fi: op_sel[0] reads inactive lanes; else they give 0 with op_sel[1] "
        "and nothing is written without (RDNA3 ISA, 7.7)",
    ),
    (
        r"v_mac_f16|v_madmk_f16|v_madak_f16",
        r"(?s)tmp = (.*?);\n.*",
        r"D0.f16 = \1",
        "mac.half: the high half of the register is kept on gfx906 "
        "(LLVM, zeroesHigh16BitsOfDest), the text writes zeros",
    ),
    (
        r"v_div_fixup_legacy_f16",
        r"tmp = cvtToQuietNAN\(64'F\((S\d)\.f16\)\)",
        r"tmp = 16'F(cvtToQuietNAN(64'F(\1.f16)))",
        "div_fixup.width: the variable is f16 throughout",
    ),
    (r"v_div_fixup_legacy_f16", r"sign_out \? -INF : \+INF", "sign_out ? -INF.f16 : +INF.f16", "div_fixup.width"),
    (r"v_div_fixup_legacy_f16", r"sign_out \? -0\.0 : 0\.0", "sign_out ? -16'0.0 : 16'0.0", "div_fixup.width"),
    (
        r"(v_madmk|v_madak)_f16",
        r"SIMM16\.f16",
        "SIMM32.f16",
        "literal: the constant is the low half of the literal dword",
    ),
]
CORRECTIONS += [
    (
        r"ds_(read|load|write|store)_addtid_b32",
        r"32'I\(\{ OFFSET1, OFFSET0 \} \+ M0\[15 : 0\]\) \+ laneID\.i32 \* 4",
        "OFFSET.u32 + (M0.u32 & 0xffffU) + laneId.u32 * 4U",
        "addtid.sum: offset and M0 are added without being cut to 16 bits (RDNA3 ISA, 12.5)",
    ),
    (
        r"global_(load|store)_addtid_b32",
        r"SGPR_ADDR\[63 : 0\] \+ INST_OFFSET\[11 : 0\]\.b64 \+ 64'B\(laneID\.i32 \* 4\)",
        "ADDR.u64 + 64'U(laneId.u32 * 4U)",
        "addtid.offset: the offset has 13 bits and a sign, as other global operations' (RDNA3 ISA, 11.2)",
    ),
    (
        r"v_div_scale_f(32|64)",
        r"VCC = 0x0LL;\n(?=[\s\S]*?D0\.(f\d+))",
        r"VCC.u64[laneId] = 1'0U;\nD0.\1 = S0.\1;\n",
        "div_scale.lane: VCC is this lane's bit, and what is not scaled is passed on",
    ),
    (r"v_div_scale_f(32|64)", r"VCC = 0x1LL", "VCC.u64[laneId] = 1'1U", "div_scale.lane"),
    (
        r"v_div_scale_f(32|64)",
        r"D0\.f(32|64) = NAN\.f\1",
        r"D0.f\1 = NAN.f\1;\nVCC.u64[laneId] = 1'1U",
        "div_scale.zero: NaN with the flag (public tests of hardware, errata E-118)",
    ),
    (
        r"v_div_scale_f32",
        r"(// Numerator is tiny\n)(D0.*)",
        r"""\1if exponent(S1.f32) - exponent(S2.f32) >= 96 then
VCC.u64[laneId] = 1'1U;\nif S0.f32 == S2.f32 then\n\2\nendif\nelse\n\2\nendif""",
        "div_scale.tiny: far below the denominator only the numerator is scaled, with the flag "
        "(public tests of hardware, errata E-118)",
    ),
    (
        r"v_div_scale_f64",
        r"(// Numerator is tiny\n)(D0.*)",
        r"""\1if exponent(S1.f64) - exponent(S2.f64) >= 768 then
VCC.u64[laneId] = 1'1U;\nif S0.f64 == S2.f64 then\n\2\nendif\nelse\n\2\nendif""",
        "div_scale.tiny",
    ),
    (
        r"v_div_scale_f(32|64)",
        r"elsif S1\.(f\d+) == DENORM\.\1",
        r"elsif isDENORM(S1.\1)",
        "div_scale.denormal: DENORM is any denormal",
    ),
    (
        r"v_div_scale_f(32|64)",
        r"1\.0 / (?:64'F\()?S1\.(f\d+)\)? == DENORM\.f64",
        r"quotient_denormal(1.0, S1.\1)",
        "div_scale.reciprocal: a denormal of the operand's own format",
    ),
    (
        r"v_div_scale_f(32|64)",
        r"S2\.(f\d+) / S1\.\1 == DENORM\.\1",
        r"quotient_denormal(S2.\1, S1.\1)",
        "div_scale.denormal",
    ),
    (
        r"v_div_scale_f(32|64)",
        r"(quotient_denormal\(1\.0, S1\.f\d+\)\) && [\s\S]*?ldexp\(S0\.f\d+, )(\d+)\)",
        r"\1-\2)",
        "div_scale.large: a denominator whose reciprocal is a denormal is made smaller; larger it would be infinite",
    ),
    (
        r"v_div_fixup_f(32|64)",
        r"exponent\(S1\.(f\d+)\) == (255|2047)",
        r"exponent(S0.\1) == \2",
        "div_fixup.overflow: a quotient that overflowed (infinity, or the NaN of its correction) is infinity; "
        "S1 with that exponent was dealt with above",
    ),
    (
        r"v_div_fixup_f(32|64)",
        r"-(UNDER|OVER)FLOW_F(32|64) : \1FLOW_F\2",
        lambda m: (
            f"ldexp(-1.0{'F' * (m[2] == '32')}, {9999 if m[1] == 'OVER' else -9999}) : "
            f"ldexp(1.0{'F' * (m[2] == '32')}, {9999 if m[1] == 'OVER' else -9999})"
        ),
        "div_fixup.beyond: what overflows or underflows is rounded by MODE",
    ),
    (
        r"v_div_fmas_f32",
        r"2\.0F \*\* 32 \* fma\(S0\.f32, S1\.f32, S2\.f32\)",
        "fmas(S0.f32, S1.f32, S2.f32, exponent(S2.f32) >= 128 ? 64 : -64)",
        "div_fmas.scale: undoes the 2**64 of V_DIV_SCALE, up for a large quotient "
        "and down for a small one, rounded once",
    ),
    (
        r"v_div_fmas_f64",
        r"2\.0 \*\* 64 \* fma\(S0\.f64, S1\.f64, S2\.f64\)",
        "fmas(S0.f64, S1.f64, S2.f64, exponent(S2.f64) >= 1024 ? 128 : -128)",
        "div_fmas.scale",
    ),
    (r"s_setvskip", r"VSKIP = ", "WAVE_MODE.VSKIP = ", "vskip.field: VSKIP is a field of MODE (Vega ISA, 3.5)"),
    (
        r"v_interp_p.*",
        r"VGPR\[(?:\(laneId.u32 & 0xfffffffcU\) \+ [12]U|laneId.u32 &\s*0xfffffffcU)\]\[SRC([02])\.u32\]",
        r"S\1",
        "interp.quad: the register of another lane of the quad, with its NEG and OPSEL; operand_codes.py chooses the "
        "lane",
    ),
    (
        r"v_interp_p.*",
        r"32'F\((S[02])\.f16\)",
        r"f16_to_f32(\1.f16)",
        "interp.denormal: a half that is a denormal obeys MODE",
    ),
    (
        r"v_swaprel_b32",
        r"(?s)(tmp = VGPR.*)",
        r"if (addrs < 256U) && (addrd < 256U) then\n\1\nendif",
        "swaprel.range: beyond the registers nothing is exchanged (RDNA3 ISA, 3.3.2.2)",
    ),
    (
        r"[sv]_movrel.*",
        r"(addr[sd]?) \+= M0\.u32\[31 : 0\]",
        r"\1 = 64'U(\1) + 64'U(M0.u32)",
        "movrel.sum: base and index are added without wrapping, so a large M0 is out of range "
        "(RDNA3 ISA, 3.3.1.4, 3.3.2.2)",
    ),
    (
        r"v_trig_preop_f64",
        r"^shift =",
        "ROUND_MODE = ROUND_TOWARD_ZERO;\nshift =",
        "trig_preop.rtz: rounding is round-to-zero (RDNA3 ISA, 16.12)",
    ),
    (
        r"v_interp_p10_rtz_f16_f32",
        r"^D0\.f32 = ",
        "ROUND_MODE = ROUND_TOWARD_ZERO;\nD0.f32 = ",
        "interp.rtz: rounded towards zero whatever MODE says (the operation's name; RDNA3 ISA, 16.12)",
    ),
    (
        r"v_interp_p2_rtz_f16_f32",
        r"^D0\.f32 = (.*)$",
        r"ROUND_MODE = ROUND_TOWARD_ZERO;\nD0.f16 = 16'F(\1)",
        "interp.rtz.half: the result is f16, as without RTZ (the operation's name)",
    ),
]

SKIPPED = {
    r"s_trap|s_rfe_b64": "needs a trap handler",
    r"ds_(add|sub)_gs_reg_rtn|ds_gws.*|ds_ordered_count": "global data share",
    r"lds_(direct|param)_load": "needs parameter memory",
    r"image_(?!atomic_).*|exp": "outside this machine: images, exports",
}

# Operations that flush f32 denormals whatever MODE says: with MODE's rounding, and to nearest (RDNA3 ISA, 16.8).
FLUSHING = {"v_mad_f32", "v_mac_f32", "v_madmk_f32", "v_madak_f32", "v_mad_legacy_f32",
            "v_mad_mix_f32", "v_mad_mixlo_f16", "v_mad_mixhi_f16"}
FLUSHING_NEAREST = re.compile(r"v_(rcp|rcp_iflag|rsq|sqrt|exp|log|exp_legacy|log_legacy)_f32")
# A class is that of the bits; V_DIV_FMAS: "input denormals are not flushed" (RDNA3 ISA, 16.12).
RAW_INPUTS = re.compile(r"v_cmpx?_class_f(16|32|64)|v_div_fmas_f(32|64)")
SATURATED = re.compile(r"v_cvt_pk_u8_f32")                      # integer conversions saturate with and without CLAMP
NEAREST_ONLY = re.compile(r"v_(rcp(_iflag)?|rsq|sqrt|(exp|log)(_legacy)?|sin|cos)_f(16|32|64)")

# 16-bit results that write zeros above them on gfx906 (LLVM 19, GCNSubtarget::zeroesHigh16BitsOfDest; V_SAT_PK_U8_I16
# by the Vega ISA, 12.8); others keep it.
ZEROING = re.compile(
    r"v_(cvt_f16_(f32|u16|i16)|(rcp|rsq|sqrt|log|exp|sin|cos|floor|ceil|trunc|rndne|fract|frexp_mant|ldexp)_f16"
    r"|frexp_exp_i16_f16|(lshlrev|lshrrev)_b16|ashrrev_i16|(add|sub|subrev|mul_lo|min|max)_u16"
    r"|(min|max)_i16|(add|sub|subrev|mul|min|max)_f16|cvt_[ui]16_f16|sat_pk_u8_i16)"
)

DOT_16 = re.compile(r"v_dot2_(f16_f16|bf16_bf16)$")
# Results that are an operand passed on: a denormal that MODE does not let in or out is zero all the same.
PASSED_OPERANDS = re.compile(r"v_cube(sc|tc)_f32$|v_div_fixup(_legacy)?_f(16|32|64)$")

# The type of a result whose text assembles it from halves, for the output modifiers.
RESULTS = dict.fromkeys(("v_mad_legacy_f16", "v_fma_legacy_f16", "v_div_fixup_legacy_f16"), ("f", 16))

NOPS = ("s_nop s_sleep s_waitcnt s_icache_inv s_incperflevel s_decperflevel s_ttracedata "
        "s_sendmsg s_barrier s_wakeup v_nop s_dcache_inv ds_nop s_version s_atc_probe s_atc_probe_buffer").split()
NOPS_9 = ("s_dcache_wb s_dcache_inv_vol s_dcache_wb_vol s_dcache_discard s_dcache_discard_x2 "
          "buffer_wbinvl1 buffer_wbinvl1_vol").split()
NOPS_11 = ("s_clause s_delay_alu s_wait_idle s_wait_event s_waitcnt_depctr s_set_inst_prefetch_distance "
           "s_ttracedata_imm s_waitcnt_vscnt s_waitcnt_vmcnt s_waitcnt_expcnt s_waitcnt_lgkmcnt s_gl1_inv "
           "v_pipeflush buffer_gl0_inv buffer_gl1_inv").split()

_SWIZZLE = """declare tmp : 32'B[64];
for i in 0 : WAVE64 ? 63 : 31 do
if OFFSET.u32 >= 0xe000U then
t = i & 31U;
j = ({ t[0], t[1], t[2], t[3], t[4] }.u32 >> bitCount(OFFSET.u32[4 : 0])) | (i & OFFSET.u32[4 : 0].u32) | (i & 32U)
elsif OFFSET.u32 >= 0xc000U then
k = OFFSET.u32[10] ? 32U - OFFSET.u32[9 : 5].u32 : OFFSET.u32[9 : 5].u32;
j = (i & OFFSET.u32[4 : 0].u32) | ((i + k) & ~OFFSET.u32[4 : 0].u32 & 31U) | (i & 32U)
elsif OFFSET.u32[15] then
j = (i & 60U) | ((OFFSET.u32 >> ((i & 3U) * 2U)) & 3U)
else
j = ((((i & OFFSET.u32[4 : 0].u32) | OFFSET.u32[9 : 5].u32) ^ OFFSET.u32[14 : 10].u32) & 31U) | (i & 32U)
endif;
tmp[i] = 0x0;
if EXEC[j].u1 then
tmp[i] = VGPR[j][ADDR]
endif
endfor;
for i in 0 : WAVE64 ? 63 : 31 do
if EXEC[i].u1 then
VGPR[i][VDST] = tmp[i]
endif
endfor"""

TEXTS_BOTH: dict[str, tuple[str, str]] = dict.fromkeys(
    NOPS, ("nop()", "no effect on state here (no time passes in this machine)")
)
TEXTS_BOTH["s_setprio"] = "WAVE_STATUS.USER_PRIO = SIMM16.u16[1 : 0]", "user priority is STATUS[4:3] (RDNA3 ISA, 3.4.3)"
TEXTS_BOTH["ds_swizzle_b32"] = (
    _SWIZZLE,
    "the published text is prose; written from it (RDNA3 ISA, 16.15 DS_SWIZZLE_B32)",
)
TEXTS_BOTH["ds_condxchg32_rtn_b64"] = (
    """addr = (ADDR.u32 + OFFSET.u32) & 0xfff8U;
RETURN_DATA[31 : 0] = MEM[addr].b32;
RETURN_DATA[63 : 32] = MEM[addr + 4U].b32;
if DATA[31].u1 then
MEM[addr].b32 = DATA[31 : 0].b32 & 0x7fffffffU
endif;
if DATA[63].u1 then
MEM[addr + 4U].b32 = DATA[63 : 32].b32 & 0x7fffffffU
endif""",
    "condxchg.memory: the published text with MEM for LDS and the operands by their fields",
)
for _name, _sign in (("ds_append", "+"), ("ds_consume", "-")):
    TEXTS_BOTH[_name] = (
        f"tmp = MEM[ADDR].u32;\nMEM[ADDR].u32 = tmp {_sign} DATA.u32;\nRETURN_DATA.u32 = tmp",
        "append.count: the published text; the machine counts lanes and takes M0[15:0] as the base (errata E-031)",
    )
TEXTS = {
    "gfx1100": {
        "s_round_mode": ("HW_REGISTERS[1] = (HW_REGISTERS[1].u32 & 0xfffffff0U) | 32'U(SIMM16.u16[3 : 0])",
                         "MODE.round := SIMM16[3:0] (RDNA3 ISA, 7.2.4)"),
        "s_denorm_mode": ("HW_REGISTERS[1] = (HW_REGISTERS[1].u32 & 0xffffff0fU) | (32'U(SIMM16.u16[3 : 0]) << 4U)",
                          "MODE.denorm := SIMM16[3:0] (RDNA3 ISA, 7.2.4)"),
    } | dict.fromkeys(NOPS_11, TEXTS_BOTH["s_nop"]),
    "gfx906": {
        "v_mad_f32": ("D0.f32 = S0.f32 * S1.f32 + S2.f32", "product and sum rounded apart (Vega ISA, VOP3 449)"),
        "v_mac_f32": ("D0.f32 = S0.f32 * S1.f32 + D0.f32", "as v_mad_f32"),
        "v_madmk_f32": ("D0.f32 = S0.f32 * SIMM32.f32 + S1.f32", "as v_mad_f32"),
        "v_madak_f32": ("D0.f32 = S0.f32 * S1.f32 + SIMM32.f32", "as v_mad_f32"),
        "v_mad_legacy_f32": ("if ((64'F(S0.f32) == 0.0) || (64'F(S1.f32) == 0.0)) then\nD0.f32 = S2.f32 + 0.0F\nelse\n"
                             "D0.f32 = S0.f32 * S1.f32 + S2.f32\nendif", "0 * x = 0 (Vega ISA, V_MAD_LEGACY_F32)"),
        "v_exp_legacy_f32": ("D0.f32 = exp2(S0.f32)", "2**x (Vega ISA, V_EXP_LEGACY_F32)"),
        "v_log_legacy_f32": ("D0.f32 = log2(S0.f32)", "log2 x (Vega ISA, V_LOG_LEGACY_F32)"),
    } | dict.fromkeys(NOPS_9, TEXTS_BOTH["s_nop"]),
}
_MIX = "for i in 0 : 2 do\nif !OPSEL_HI.u3[i] then\nin[i] = S[i].f32\nelsif OPSEL.u3[i] then\n" \
       "in[i] = f16_to_f32(S[i][31 : 16].f16)\nelse\nin[i] = f16_to_f32(S[i][15 : 0].f16)\nendif\nendfor;\n"
for _name, _last in (("f32", "D0[31 : 0].f32 = fma(in[0], in[1], in[2])"),
                     ("lo_f16" , "D0[15 : 0].f16 = f32_to_f16(fma(in[0], in[1], in[2]))"),
                     ("hi_f16", "D0[31 : 16].f16 = f32_to_f16(fma(in[0], in[1], in[2]))")):
    _full = "v_fma_mix_f32" if _name == "f32" else f"v_fma_mix{_name}"
    TEXTS["gfx906"][_full] = ("declare in : 32'F[3];\ndeclare S : 32'B[3];\n" + _MIX + _last,
                              "the CDNA text calls it v_mad_mix; gfx906 fuses (LLVM's name)")


for _kind in ("i32", "u32"):
    TEXTS["gfx906"][f"s_max_{_kind}"] = (f"SCC = S0.{_kind} > S1.{_kind};\nD0.{_kind} = SCC ? S0.{_kind} : S1.{_kind}",
                                         "of equal sources the second is chosen (Vega ISA, 12.1)")


def apply_corrections(arch, name, text):
    """Return (corrected text, notes on the corrections applied) for an operation."""
    notes = []
    for names, pattern, replacement, note in CORRECTIONS:
        if re.fullmatch(names, name):
            new = re.sub(pattern, replacement, text, count=0 if not pattern.startswith("(?s)") else 1)
            if new != text:
                text, notes = new, notes + [note]
    return text, tuple(notes)


LDS_SOURCE_NOTE = "the operation of the plain name with DS[B] for its data, B = A + 4 * distance (Vega ISA, 12.13)"


def lds_source_texts(arch, texts):
    """Return {mnemonic: (pseudocode, notes)} for the DS operations whose data are in LDS. Only Vega has them."""
    if arch != "gfx906":
        return {}
    plain = re.compile(r"ds_(add|sub|rsub|inc|dec|min|max|and|or|xor|write)_([uifb](32|64))")
    return {f"ds_{m[1]}_src2_{m[2]}": (texts[name][0], (LDS_SOURCE_NOTE,)) for name in texts
            if (m := plain.fullmatch(name)) and not (m[1] == "add" and m[2] == "f64")}


CLAMP_REPLACEMENTS = [
    (r"v_m?qsad_pk_u16_u8", r"16'B\((v_m?sad_u8\(.*?\.u32\))\)", r"u32_to_u16(\1)"),
    (
        r"v_mqsad_u32_u8",
        r"32'B\(v_msad_u8\((.*?), (S2\[.*?\]\.u32)\)\)",
        r"u64_to_u32(64'U(v_msad_u8(\1, 0U)) + 64'U(\2))",
    ),
]


def clamp_text(name, text):
    """Return the text with explicit integer clamp where the clamped value is not a plain sum."""
    for names, pattern, replacement in CLAMP_REPLACEMENTS:
        if re.fullmatch(names, name):
            return re.sub(pattern, replacement, text)
    return text


def own_texts(arch):
    """Return {mnemonic: (pseudocode, note)} for the texts written for this target."""
    return {**TEXTS_BOTH, **TEXTS[arch]}


def skip_reason(arch, name):
    """Return why an operation with a text is not executed, or None."""
    for names, reason in SKIPPED.items():
        if re.fullmatch(names, name):
            return reason
    return None
