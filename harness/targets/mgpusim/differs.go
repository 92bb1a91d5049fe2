package main

// Words of gfx906 that mean something else to a unit. What a unit merely lacks is no concern of this file: it says so
// itself. By LLVM: an encoding of each form of gfx906, read as gfx942 and as gfx803 (test_mgpusim.py).

// bits gives bits low to high of a word.
func bits(word uint32, low, high int) uint32 { return word >> low & (1<<(high-low+1) - 1) }

// opcodeOf gives format and opcode of the formats whose opcodes differ.
func opcodeOf(word [2]uint32) (string, uint32) {
	switch {
	case bits(word[0], 25, 31) == 0x3f:
		return "vop1", bits(word[0], 9, 16)
	case bits(word[0], 25, 31) == 0x3e:
		return "vopc", bits(word[0], 17, 24)
	case bits(word[0], 31, 31) == 0:
		return "vop2", bits(word[0], 25, 30)
	case bits(word[0], 26, 31) == 0x34:
		return "vop3", bits(word[0], 16, 25)
	case bits(word[0], 26, 31) == 0x30:
		return "smem", bits(word[0], 18, 25)
	case bits(word[0], 26, 31) == 0x37:
		return "flat", bits(word[0], 18, 24)
	}
	return "", 0
}

// differsCDNA3: V_FMAC_F64 has taken the place of V_MUL_LEGACY_F32, and V_FMAMK and V_FMAAK, which round once, those of
// V_MADMK and V_MADAK, which round twice.
func differsCDNA3(word [2]uint32) string {
	switch format, op := opcodeOf(word); {
	case format == "vop2" && op == 4, format == "vop3" && op == 0x104:
		return "v_mul_legacy_f32"
	case format == "vop2" && op == 23:
		return "v_madmk_f32"
	case format == "vop2" && op == 24:
		return "v_madak_f32"
	}
	return ""
}

// differsGCN3: fields that GFX9 has added to encodings, where they hold something, and an opcode it has given anew.
func differsGCN3(word [2]uint32) string {
	format, op := opcodeOf(word)
	switch format {
	case "flat":
		if bits(word[0], 14, 15) != 0 {
			return "global and scratch"
		}
		if bits(word[0], 0, 12) != 0 {
			return "offset of flat"
		}
	case "smem":
		if bits(word[0], 14, 15) != 0 || bits(word[1], 20, 31) != 0 {
			return "offset of smem"
		}
	case "vop3":
		if bits(word[0], 11, 14) != 0 && !carries(op) {
			return "op_sel"
		}
		if op == 0x140+55 {
			return "v_screen_partition_4se_b32"
		}
	case "vop1", "vop2", "vopc":
		if format == "vop1" && op == 55 {
			return "v_screen_partition_4se_b32"
		}
		if bits(word[0], 0, 8) == 249 && sdwaOfGFX9(format, word[1]) {
			return "sdwa with scalar operands or output modifier"
		}
	}
	return ""
}

// carries: the opcodes of VOP3 with a scalar destination in the bits of op_sel.
func carries(op uint32) bool {
	return op >= 0x119 && op <= 0x11e || op == 0x1e0 || op == 0x1e1 || op == 0x1e8 || op == 0x1e9
}

// sdwaOfGFX9 sees S0 and S1, and what the bits of SDST (compares) or OMOD hold.
func sdwaOfGFX9(format string, word uint32) bool {
	if format == "vopc" && bits(word, 15, 15) != 0 || format != "vopc" && bits(word, 14, 15) != 0 {
		return true
	}
	return bits(word, 23, 23) != 0 || bits(word, 31, 31) != 0 && format != "vop1"
}
