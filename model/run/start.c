/* First registers of a wave.  Registers that nobody sets are 0 and undefined.  Those that the dispatch sets are packed,
   without alignment gaps (RDNA3 ISA, 3.5; Vega 7nm ISA, 3). */
#include <stddef.h>
#include <string.h>
#include "run.h"

enum { DEFAULT_MODE = 0x3f0 };

static void give_v(struct wave *w, u32 reg)
{
    w->v_given[reg >> 6] |= 1ull << reg % 64;
    w->v_open[reg] = 0;
}

static void forget_row(struct wave *w, u32 reg)
{
    memset(w->v[reg], 0, sizeof w->v[reg]);
    w->v_open[reg] = ~0ull;
    w->v_part[reg] = 0;
    w->v_tolerant[reg] = 0;
    w->v_ulp[reg] = 0;
    w->v_float[reg] = 0;
}

static void clear(struct wave *w, u64 from, u64 to)   { memset((char *)w + from, 0, to - from); }

/* Resets vector registers that the last run set or wrote; for a new wave all of them.  Other state is small and reset
   completely. */
static void forget(struct wave *w)
{
    struct pending *pending = w->pending;
    if (!w->v_known) memset(w->v_given, 0xff, sizeof w->v_given);
    for (u32 k = 0; k < VGPRS / 64; k++)
        for (u64 rows = w->v_written[k] | w->v_given[k]; rows; rows &= rows - 1)
            forget_row(w, 64 * k + (u32)lowest(rows));
    clear(w, offsetof(struct wave, s), offsetof(struct wave, v_open));
    clear(w, offsetof(struct wave, v_known), sizeof *w);
    memset(w->s_open, 0xff, sizeof w->s_open);
    memset(w->s_bits, 0xff, sizeof w->s_bits);
    w->v_known = w->scc_open = true;
    w->pending = pending;
}

/* ---- registers set by the case ---- */

static void set_v(struct wave *w, u32 reg, const struct assay_set *s)
{
    u32 *row = w->v[reg];
    give_v(w, reg);
    if (s->count == 1) EACH_LANE row[l] = s->values[0];
    else EACH_LANE row[l] = (u32)l < s->count ? s->values[l] : 0;
}

static void apply(struct wave *w, const struct assay_set *s)
{
    const u32 value = s->values[0];
    if (s->reg >= ASSAY_V0) set_v(w, s->reg - ASSAY_V0, s);
    else if (s->reg >= ASSAY_HWREG) w->hwreg[s->reg - ASSAY_HWREG] = value;
    else if (s->reg < SGPRS) set_s(w, s->reg, value, false);
    else if (s->reg == ASSAY_SCC) w->scc = value & 1, w->scc_open = false;
    else if (s->reg == ASSAY_MODE) w->mode = value;
    else if (s->reg == ASSAY_TRAPSTS) w->trapsts = value;
    else if (s->reg == ASSAY_STATUS) w->status_bits = value;
}

static void apply_sets(struct wave *w)
{
    const struct assay_run *r = w->m->run;
    for (u32 n = 0; n < r->set_count; n++)
        if (r->sets[n].wave == ~0u || (!w->g->number && r->sets[n].wave == w->number)) apply(w, &r->sets[n]);
}

/* ---- registers set by the dispatch ---- */

/* The work-group information word.  Its ordered-append term is the number that ordered append assigns.  Without it Mesa
   reads the wave's number in the group there (errata E-051).  RDNA3 ISA, Table 11 has that number in another field
   too. */
static u32 group_info(const struct wave *w, u32 in_group)
{
    const struct traits *t = w->t;
    const struct dispatch *d = &w->m->dispatch;
    const u32 ordered = d->wave_id_base + (d->ordered_groups ? w->group_number : w->number),
              term = (d->ordered ? ordered : in_group) & ((1u << t->ordered_term_bits) - 1);
    const u32 wave = t->wave_in_group_low != ABSENT ? in_group << t->wave_in_group_low : 0;
    return (u32)(in_group == 0) << 31 | wave | term << 6 | w->g->wave_count;
}

static const u32 group_enables[3] = { COMPUTE_PGM_RSRC2_TGID_X_EN, COMPUTE_PGM_RSRC2_TGID_Y_EN,
                                      COMPUTE_PGM_RSRC2_TGID_Z_EN };

static void system_sgprs(struct wave *w, u32 in_group)
{
    const struct dispatch *d = &w->m->dispatch;
    u32 at = d->user_count;
    for (u32 n = 0; n < d->user_count; n++) set_s(w, n, d->user[n], d->user_open >> n & 1);
    for (u32 k = 0; k < 3; k++) if (field_of_word(d->rsrc2, group_enables[k])) set_s(w, at++, w->g->id[k], false);
    if (field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_TG_SIZE_EN)) set_s(w, at++, group_info(w, in_group), false);
    if (w->t->scratch_offset_sgpr && field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_SCRATCH_EN))
        set_s(w, at++, d->scratch_wave * in_group, false);
}

/* Work items are ordered by x, then y, then z. */
static void work_item(const struct group *g, u32 item, u32 id[3])
{
    for (u32 k = 0; k < 3; k++) {
        id[k] = item % g->size[k];
        item /= g->size[k];
    }
}

static void work_item_vgprs(struct wave *w, u32 in_group)
{
    const u32 last = field_of_word(w->m->dispatch.rsrc2, COMPUTE_PGM_RSRC2_TIDIG_COMP_CNT),
              count = last > 2 ? 3 : last + 1;
    const bool packed = w->t->packed_ids;
    for (u32 l = 0; l < w->lanes; l++) {
        u32 id[3], word = 0;
        work_item(w->g, in_group * w->lanes + l, id);
        for (u32 k = 0; k < count; k++) {
            if (packed) word |= id[k] << 10 * k; else w->v[k][l] = id[k];
        }
        if (packed) w->v[0][l] = word;
    }
    for (u32 k = 0; k < (packed ? 1 : count); k++) give_v(w, k);
}

/* MODE from RSRC1 and the exception enables of RSRC2 (RDNA3 ISA, 3.4.2). */
static u32 first_mode(const struct dispatch *d)
{
    static const struct {
        u32 to, from;
    } fields[] = { { MODE_DX10_CLAMP, COMPUTE_PGM_RSRC1_DX10_CLAMP },
                   { MODE_IEEE, COMPUTE_PGM_RSRC1_IEEE },
                   { MODE_FP16_OVFL, COMPUTE_PGM_RSRC1_FP16_OVFL },
                   { MODE_DEBUG, COMPUTE_PGM_RSRC1_DEBUG } };
    /* rounding and denormals, as in MODE */
    u32 mode = field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_FLOAT_MODE);
    for (u32 n = 0; n < sizeof fields / sizeof *fields; n++)
        if (field_of_word(d->rsrc1, fields[n].from)) mode |= mask_of(fields[n].to);
    if (field_of_word(d->rsrc3, COMPUTE_PGM_RSRC3_TRAP_ON_END)) mode |= mask_of(MODE_WAVE_END);
    return with_field(mode, MODE_EXCP_EN,
                      field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_EXCP_EN) |
                          field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_EXCP_EN_MSB) << 7);
}

static u32 first_status(const struct dispatch *d)
{
    u32 status = with_field(0, STATUS_SYS_PRIO, field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_PRIORITY));
    status = with_field(status, STATUS_PRIV, field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_PRIV));
    status = with_field(status, STATUS_CDBG_USER, field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_CDBG_USER));
    return with_field(status, STATUS_TRAP_EN, field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_TRAP_PRESENT));
}

static void scratch_base(struct wave *w, u32 in_group)
{
    const struct dispatch *d = &w->m->dispatch;
    const u64 base = d->scratch_base + (u64)d->scratch_wave * in_group;
    if (!d->scratch_wave) return;
    if (w->t->flat_scratch_preset) {
        w->hwreg[HW_FLAT_SCR_LO] = (u32)base;
        w->hwreg[HW_FLAT_SCR_HI] = (u32)(base >> 32);
        w->status_bits |= mask_of(STATUS_SCRATCH_EN);
        /* a kernel computes it from the wave offset */
    } else if (!d->given) {
        set_s(w, (u32)w->t->flat_scratch, (u32)base, false);
        set_s(w, (u32)w->t->flat_scratch + 1, (u32)(base >> 32), false);
    }
}

static u64 first_exec(const struct wave *w, u32 in_group)
{
    const u32 items = w->g->size[0] * w->g->size[1] * w->g->size[2] - in_group * w->lanes;
    return items >= w->lanes ? w->wave_mask : (1ull << items) - 1;
}

/* TBA and TMA as registers (errata E-244). */
static void trap_registers(struct wave *w)
{
    const struct handler *h = &w->m->handler;
    const u64 tba = units_of_256(h->base), tma = units_of_256(h->memory);
    w->watch_flags = true;
    if (!w->m->dispatch.given) w->status_bits |= mask_of(STATUS_TRAP_EN);
    if (!w->t->trap_registers) return;
    w->hwreg[HW_TBA_LO] = (u32)tba;
    w->hwreg[HW_TBA_HI] = (u32)(tba >> 32);
    w->hwreg[HW_TMA_LO] = (u32)tma;
    w->hwreg[HW_TMA_HI] = (u32)(tma >> 32);
}

void start_wave(struct group *g, u32 in_group)
{
    struct assay *m = g->m;
    struct wave *w = g->wave[in_group];
    w->t = m->t;
    w->m = m;
    w->g = g;
    w->lanes = m->lanes;
    w->wave_mask = m->lanes == 64 ? ~0ull : (1ull << m->lanes) - 1;
    w->number = g->first_wave + in_group;
    w->group_number = g->number;
    forget(w);
    w->vgprs = m->dispatch.vgprs;
    w->sgprs = m->dispatch.sgprs;
    w->vcc_at = w->t->vcc_in_sgprs && w->sgprs < (u32)w->t->sgprs ? w->sgprs - 2 : (u32)w->t->vcc;
    w->watch_flags = m->run->watch_flags;
    w->mode = m->dispatch.given ? first_mode(&m->dispatch) : DEFAULT_MODE;
    w->status_bits = with_field(mask_of(STATUS_VALID), STATUS_IN_GROUP, g->wave_count > 1);
    if (m->dispatch.given) w->status_bits |= first_status(&m->dispatch);
    if (m->handler.bytes) trap_registers(w);
    w->hwreg[HW_SH_MEM_BASES] = with_field(with_field(0, SH_MEM_BASES_PRIVATE_BASE, PRIVATE_BASE >> 48),
                                           SH_MEM_BASES_SHARED_BASE, SHARED_BASE >> 48);
    const u64 exec = first_exec(w, in_group);
    set_s(w, (u32)w->t->exec, (u32)exec, false);
    if (w->lanes == 64) set_s(w, (u32)w->t->exec + 1, (u32)(exec >> 32), false);
    if (w->t->null != ABSENT) set_s(w, (u32)w->t->null, 0, false);
    scratch_base(w, in_group);
    if (m->dispatch.given) {
        system_sgprs(w, in_group);
        work_item_vgprs(w, in_group);
    } else apply_sets(w);
    w->pc = w->next_pc = m->dispatch.start_pc;
    read_mode(w);
    begin_wave(w);
    if (field_of_word(m->dispatch.rsrc3, COMPUTE_PGM_RSRC3_TRAP_ON_START)) trap_at_start(w);
}
