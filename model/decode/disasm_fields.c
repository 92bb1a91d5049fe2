/* Text of immediates (messages, counters, hardware registers, delays) and of modifiers (op_sel, SDWA, DPP, clamp). */
#include <string.h>
#include "disasm.h"

/* ---- immediates ---- */

static void put_hwreg(const struct asmline *a, u32 x)
{
    const u32 id = x & 63, offset = x >> 6 & 31, size = (x >> 11) + 1;
    const char *name = id < 32 ? hwreg_names[a->r->family][id] : 0;
    if (name) put(a->t, "hwreg(HW_REG_%s", name);
    else put(a->t, "hwreg(%u", id);
    if (offset || size != 32) put(a->t, ", %u, %u", offset, size);
    put(a->t, ")");
}

/* A message with its operation and optional stream (GS messages, SYSMSG of Vega).  False: no such operation. */
static bool put_message_with_op(struct text *t, const struct message *m, u32 op, u32 stream)
{
    if (!m->op[op] || (stream && (!m->stream || !op))) return false;
    put(t, "sendmsg(MSG_%s, %s", m->name, m->op[op]);
    if (m->stream && op) put(t, ", %u", stream);
    put(t, ")");
    return true;
}

static void put_message(const struct asmline *a, u32 x)
{
    /* the id has eight bits and is alone */
    const bool whole = a->r->message_bits[0].width == 8;
    const u32 id = whole ? x & 255 : x & 15, op = whole ? 0 : x >> 4 & 7, stream = whole ? 0 : x >> 8 & 3;
    const struct message *sent = message_of(a->r, false, id), *asked = message_of(a->r, true, id);
    if (sent && sent->has_ops && put_message_with_op(a->t, sent, op, stream)) return;
    if (asked && asked->name) put(a->t, "sendmsg(MSG_RTN_%s)", asked->name);
    else if (sent && sent->name && !sent->has_ops && !op && !stream) put(a->t, "sendmsg(MSG_%s)", sent->name);
    else if ((id | op << 4 | stream << 8) == x) put(a->t, "sendmsg(%u, %u, %u)", id, op, stream);
    else put(a->t, "%u", x);
}

/* A counter at its maximum waits for nothing and is omitted, unless all are at their maximum. */
static void put_waitcnt(const struct asmline *a, u32 x)
{
    const struct traits *r = a->r;
    const u32 vm = joined_bits(x, r->wait_vm), exp = joined_bits(x, r->wait_exp), lgkm = joined_bits(x, r->wait_lgkm);
    const bool all = vm == (u32)r->max_vm && exp == (u32)r->max_exp && lgkm == (u32)r->max_lgkm;
    const char *gap = "";
    if (all || vm != (u32)r->max_vm)     { put(a->t, "vmcnt(%u)", vm); gap = " "; }
    if (all || exp != (u32)r->max_exp)   { put(a->t, "%sexpcnt(%u)", gap, exp); gap = " "; }
    if (all || lgkm != (u32)r->max_lgkm) put(a->t, "%slgkmcnt(%u)", gap, lgkm);
}

static const char *const delays[] = { 0,
                                      "VALU_DEP_1",
                                      "VALU_DEP_2",
                                      "VALU_DEP_3",
                                      "VALU_DEP_4",
                                      "TRANS32_DEP_1",
                                      "TRANS32_DEP_2",
                                      "TRANS32_DEP_3",
                                      "FMA_ACCUM_CYCLE_1",
                                      "SALU_CYCLE_1",
                                      "SALU_CYCLE_2",
                                      "SALU_CYCLE_3" };
static const char *const skips[] = { 0, "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4" };

static void put_delay(const struct asmline *a, u32 x)
{
    const u32 first = x & 15, skip = x >> 4 & 7, second = x >> 7 & 15;
    const char *gap = "";
    if (first > 11 || second > 11 || skip > 5) { put(a->t, "0x%x", x); return; }
    if (first)  { put(a->t, "instid0(%s)", delays[first]); gap = " | "; }
    if (skip)   { put(a->t, "%sinstskip(%s)", gap, skips[skip]); gap = " | "; }
    if (second) { put(a->t, "%sinstid1(%s)", gap, delays[second]); gap = " | "; }
    if (!*gap) put(a->t, "0");
}

/* Fields of s_waitcnt_depctr in the order of the text.  A field at its maximum waits for nothing. */
static void put_depctr(const struct asmline *a, u32 x)
{
    static const struct { const char *name; u8 low, width;
    } fields[] = { { "hold_cnt", 7, 1 }, { "sa_sdst", 0, 1 }, { "va_vdst", 12, 4 }, { "va_sdst", 9, 3 },
                   { "va_ssrc", 8, 1 },  { "va_vcc", 1, 1 },  { "vm_vsrc", 2, 3 } };
    u32 covered = 0;
    bool any = false;
    for (u32 n = 0; n < 7; n++) covered |= ((1u << fields[n].width) - 1) << fields[n].low;
    if (x & ~covered) { put(a->t, "0x%x", x); return; }
    for (u32 n = 0; n < 7; n++) {
        const u32 most = (1u << fields[n].width) - 1, value = x >> fields[n].low & most;
        if (value == most && x != covered) continue;
        put(a->t, "%sdepctr_%s(%u)", any ? " " : "", fields[n].name, value);
        any = true;
    }
}

static void put_index_mode(const struct asmline *a, u32 x)
{
    static const char *const names[] = { "SRC0", "SRC1", "SRC2", "DST" };
    const char *gap = "";
    if (x & ~15u) { put(a->t, "0x%x", x); return; }
    put(a->t, "gpr_idx(");
    for (u32 n = 0; n < 4; n++) if (x >> n & 1) { put(a->t, "%s%s", gap, names[n]); gap = ","; }
    put(a->t, ")");
}

static void put_number(struct text *t, u32 x) { put(t, x <= 64 ? "%u" : "0x%x", x); }

/* s_version names the target architecture of the code (RDNA3 ISA, S_VERSION). */
static void put_version(struct text *t, u32 x)
{
    const u32 version = x & 0x1fff;
    if (version > 0xff) { put(t, "0x%x", x); return; }
    const char *name = version == 0   ? "UC_VERSION_GFX7"
                       : version == 4 ? "UC_VERSION_GFX10"
                       : version == 6 ? "UC_VERSION_GFX11"
                       : version == 9 ? "UC_VERSION_GFX12"
                                      : 0;
    static const char *const flags[] = { "|UC_VERSION_W64_BIT", "|UC_VERSION_W32_BIT", "|UC_VERSION_MDP_BIT" };
    for (i32 n = __builtin_popcount(x >> 13); n > 1; n--) put(t, "(");
    if (name) put(t, "%s", name);
    else put(t, "%u", version);
    for (u32 n = 0, written = 0; n < 3; n++)
        if (x >> (13 + n) & 1) put(t, "%s%s", written++ ? ")" : "", flags[n]);
}

static void put_slot(struct text *t, u32 x)
{
    static const char *const names[] = { "p10", "p20", "p0" };
    if (x < 3) put(t, "%s", names[x]);
    else put(t, "invalid_param_%u", x);
}

bool put_immediate(const struct asmline *a, const struct part *p)
{
    struct text *t = a->t;
    const u32 x = get(a, p->field);
    if (p->what < PART_IMM16 || p->what > PART_PROBE || (p->what == PART_ENDPGM && !x)) return p->what == PART_ENDPGM;
    comma(t);
    switch ((enum what)p->what) {
    case PART_IMM16: put(t, "0x%x", x); break;
    case PART_VERSION: put_version(t, x); break;
    case PART_I16: case PART_I32: put_number(t, x); break;
    case PART_LABEL: case PART_ENDPGM: put(t, "%u", x); break;
    case PART_HWREG: put_hwreg(a, x); break;
    case PART_SENDMSG: put_message(a, x); break;
    case PART_WAITCNT: put_waitcnt(a, x); break;
    case PART_DELAY: put_delay(a, x); break;
    case PART_DEPCTR: put_depctr(a, x); break;
    case PART_INDEX_MODE: put_index_mode(a, x); break;
    case PART_SETREG_LITERAL: put_number_like(t, a->i->literal_value, TY_B32); break;
    case PART_LIT16: case PART_LIT32: put(t, "0x%x", a->i->literal_value); break;
    case PART_SLOT: put_slot(t, x); break;
    default: put_number(t, x); break;
    }
    return true;
}

/* ---- modifiers ---- */

static u32 source_count(const struct form *f)
{
    u32 n = 0;
    for (u32 k = 0; k < f->part_count; k++) {
        const u8 field = f->parts[k].field, what = f->parts[k].what;
        n += what == PART_ATTR ||
             (what <= PART_VSOURCE && (field == F_SRC0 || field == F_SRC1 || field == F_SRC2 || field == F_VSRC0));
    }
    return n;
}

static void put_list(struct text *t, const char *name, u32 bits, u32 count, u32 usual)
{
    if ((bits & ((1u << count) - 1)) == (usual & ((1u << count) - 1))) return;
    put(t, " %s:[", name);
    for (u32 n = 0; n < count; n++) put(t, "%s%u", n ? "," : "", bits >> n & 1);
    put(t, "]");
}

/* Is the old destination a source?  Which sources are packed? */
static bool reads_old(const struct form *f)
{
    for (u32 n = 0; n < SOURCES; n++) if (f->s[n].from == VECTOR && f->s[n].field == f->d[0].field) return true;
    return false;
}

static u32 packed_sources(const struct form *f)
{
    u32 bits = 0;
    for (u32 n = 0; n < SOURCES; n++) if (f->s[n].packed && f->s[n].number >= 0) bits |= 1u << f->s[n].number;
    return bits;
}

/* VOP3: a bit for each source that is not packed, including the old destination, then the destination's.  For row
   permutes: BOUND_CTRL and FETCH_INACTIVE (RDNA3 ISA, 7.4). */
static void put_op_sel(const struct asmline *a)
{
    const struct form *f = a->i->form;
    const bool packed = has_field(a->l, F_NEG_HI);
    const u32 bits = get(a, F_OP_SEL) & ~(packed ? 0 : packed_sources(f)),
              n = source_count(f) + (!packed && reads_old(f));
    if (packed) { put_list(a->t, "op_sel", bits, n, 0); return; }
    if (f->op && f->op->bc_fi) { put_list(a->t, "op_sel", bits, 2, 0); return; }
    /* a mask has no half, but LLVM writes a 0 for it */
    if (f->encoding == E_VOP3C) {
        put_list(a->t, "op_sel", bits, n + (a->l->extension == PLAIN && f->parts[0].what == PART_MASK), 0);
        return;
    }
    put_list(a->t, "op_sel", bits | bits >> 3 << n, n + 1, 0);
}

static void put_packed(const struct asmline *a, const char *name, u32 bits, u32 usual)
{ put_list(a->t, name, bits, source_count(a->i->form), usual); }

static void put_dpp(const struct asmline *a)
{
    const u32 c = get(a, F_DPP_CTRL), k = c & 15;
    struct text *t = a->t;
    switch ((enum move_kind)dpp_kind[a->r->family][c]) {
    case MOVE_QUAD_PERM: put(t, " quad_perm:[%u,%u,%u,%u]", c & 3, c >> 2 & 3, c >> 4 & 3, c >> 6); break;
    case MOVE_ROW_SHL: put(t, " row_shl:%u", k); break;
    case MOVE_ROW_SHR: put(t, " row_shr:%u", k); break;
    case MOVE_ROW_ROR: put(t, " row_ror:%u", k); break;
    case MOVE_WAVE_SHL: put(t, " wave_shl:1"); break;
    case MOVE_WAVE_ROL: put(t, " wave_rol:1"); break;
    case MOVE_WAVE_SHR: put(t, " wave_shr:1"); break;
    case MOVE_WAVE_ROR: put(t, " wave_ror:1"); break;
    case MOVE_ROW_MIRROR: put(t, " row_mirror"); break;
    case MOVE_ROW_HALF_MIRROR: put(t, " row_half_mirror"); break;
    case MOVE_ROW_BCAST15: put(t, " row_bcast:15"); break;
    case MOVE_ROW_BCAST31: put(t, " row_bcast:31"); break;
    case MOVE_ROW_SHARE: put(t, " row_share:%u", k); break;
    case MOVE_ROW_XMASK: put(t, " row_xmask:%u", k); break;
    default: break;
    }
    put(t, " row_mask:0x%x bank_mask:0x%x", get(a, F_ROW_MASK), get(a, F_BANK_MASK));
    put(t, "%s%s", get(a, F_BOUND_CTRL) ? " bound_ctrl:1" : "", get(a, F_FI) ? " fi:1" : "");
}

static void put_dpp8(const struct asmline *a)
{
    const u32 lanes = a->i->move.lanes;
    put(a->t, " dpp8:[");
    for (u32 n = 0; n < 8; n++) put(a->t, "%s%u", n ? "," : "", lanes >> 3 * n & 7);
    put(a->t, "]%s", a->i->move.fetch_inactive ? " fi:1" : "");
}

static void put_select(struct text *t, const char *name, u32 sel)
{
    static const char *const names[] = { "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD", "?" };
    put(t, " %s:%s", name, names[sel]);
}

static void put_omod(struct text *t, u32 omod)
{
    static const char *const names[] = { "", " mul:2", " mul:4", " div:2" };
    put(t, "%s", names[omod]);
}

bool put_modifier(const struct asmline *a, const struct part *p)
{
    static const char *const unused[] = { "UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "UNUSED_PAD" };
    struct text *t = a->t;
    switch ((enum what)p->what) {
    case PART_CLAMP:      put(t, "%s", get(a, F_CLAMP) ? " clamp" : ""); break;
    case PART_OMOD:       put_omod(t, get(a, F_OMOD)); break;
    case PART_OP_SEL:     put_op_sel(a); break;
    case PART_OP_SEL_HI:
        put_packed(a, "op_sel_hi", get(a, F_OP_SEL_HI) | get(a, F_OP_SEL_HI2) << 2,
                   a->i->form->s[0].type == TY_MIX ? 0 : 7);
        break;
    case PART_NEG_LO:     put_packed(a, "neg_lo", get(a, F_NEG), 0); break;
    case PART_NEG_HI:     put_packed(a, "neg_hi", get(a, F_NEG_HI), 0); break;
    case PART_DST_SEL:    put_select(t, "dst_sel", get(a, F_DST_SEL)); break;
    case PART_DST_UNUSED: put(t, " dst_unused:%s", unused[get(a, F_DST_UNUSED)]); break;
    case PART_SRC0_SEL:   put_select(t, "src0_sel", get(a, F_SRC0_SEL)); break;
    case PART_SRC1_SEL:   put_select(t, "src1_sel", get(a, F_SRC1_SEL)); break;
    case PART_DPP:        put_dpp(a); break;
    case PART_DPP8:       put_dpp8(a); break;
    case PART_HIGH:       put(t, "%s", get(a, F_HIGH) ? " high" : ""); break;
    case PART_ATTR:       comma(t); put(t, "attr%u.%c", get(a, F_ATTR), "xyzw"[get(a, F_CHAN)]); break;
    case PART_WAIT_EXP:   put(t, " wait_exp:%u", get(a, F_WAIT_EXP)); break;
    case PART_WAIT_VDST:  put(t, " wait_vdst:%u", get(a, F_WAIT_VDST)); break;
    default: return false;
    }
    return true;
}
