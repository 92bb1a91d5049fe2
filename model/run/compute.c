/* COMPUTE_* registers: the order of groups, and first registers of waves. spec/registers.txt lists the fields and their
   handling. */
#include "run.h"

enum { SH_BASE = COMPUTE_DISPATCH_INITIATOR, SH_END = SH_BASE + 0x400 };    /* byte offsets of COMPUTE_* in SH space */

struct compute { u32 value[(SH_END - SH_BASE) / 4]; bool set[(SH_END - SH_BASE) / 4]; };
static bool set(const struct compute *c, u32 offset)  { return c->set[(offset - SH_BASE) / 4]; }
static u32 value(const struct compute *c, u32 offset) { return c->value[(offset - SH_BASE) / 4]; }

#define asks(initiator, what) field_of_word(initiator, COMPUTE_DISPATCH_INITIATOR_##what)

/* ---- checks: every bit belongs to an implemented field ---- */

bool check_fields(struct assay *m, const char *before, u32 offset, u32 word)
{
    u32 known = 0;
    const struct dispatch_field *last = 0;
    for (const struct dispatch_field *f = dispatch_fields[m->t->family]; f->count; f++) {
        if (offset - f->offset >= 4 * f->count) continue;
        known |= mask_of(f->field);
        last = f;
        if (!f->refused || !field_of_word(word, f->field)) continue;
        refuse(m, "%s%s: 0x%x; only 0 is carried out here: %s", before, f->name, field_of_word(word, f->field),
               f->refused);
        return false;
    }
    if (!last) refuse(m, "compute: 0x%x is not a register of this architecture's compute pipe", offset);
    else if (word & ~known) {
        int stem = 0;
        while (last->name[stem] != '.') stem++;
        refuse(m, "%s%.*s: bits 0x%x of 0x%x are no field of it on this architecture; clear them", before, stem,
               last->name, word & ~known, word);
    }
    return m->status == ASSAY_OK;
}

static bool read_pairs(struct assay *m, struct compute *c)
{
    for (u32 n = 0; n < m->run->compute_count; n++) {
        const u32 offset = m->run->compute[2 * n], word = m->run->compute[2 * n + 1];
        if (offset < SH_BASE || offset >= SH_END || offset & 3) {
            refuse(m, "compute: 0x%x is not a COMPUTE register (0x%x to 0x%x)", offset, SH_BASE, SH_END - 4);
            return false;
        }
        if (!check_fields(m, "", offset, word)) return false;
        c->value[(offset - SH_BASE) / 4] = word;
        c->set[(offset - SH_BASE) / 4] = true;
    }
    return true;
}

/* ---- order of groups ---- */

/* Work items along an axis, in the unit of DIM. */
static u64 items_of(const struct dispatch *d, u32 axis, u32 dim, u32 initiator)
{
    const u32 size = d->size[axis], part = asks(initiator, PARTIAL_TG_EN) ? d->partial[axis] : 0;
    if (asks(initiator, USE_THREAD_DIMENSIONS) || !dim) return dim;
    return (u64)(dim - 1) * size + (part ? part : size);
}

static bool agrees(struct assay *m, const char *what, u32 axis, u64 given, u64 made)
{
    if (!given || given == made) return true;
    refuse(m, "%s: %llu work items along %c, and COMPUTE_* registers make %llu; leave one of the two out", what,
           (unsigned long long)given, "xyz"[axis], (unsigned long long)made);
    return false;
}

static bool read_size(struct assay *m, struct dispatch *d, u32 axis, u32 word)
{
    d->size[axis] = field_of_word(word, COMPUTE_NUM_THREAD_X_FULL);
    d->partial[axis] = field_of_word(word, COMPUTE_NUM_THREAD_X_PARTIAL);
    if (!d->size[axis]) refuse(m, "COMPUTE_NUM_THREAD_%c: 0 work items; 1 where the axis is not used", "XYZ"[axis]);
    return m->status == ASSAY_OK && agrees(m, "group", axis, m->run->group[axis], d->size[axis]);
}

/* DIM is the end of the walk, START its beginning. */
static bool read_axis(struct assay *m, struct dispatch *d, const struct compute *c, u32 axis)
{
    const u32 threads = COMPUTE_NUM_THREAD_X + 4 * axis, dim = COMPUTE_DIM_X + 4 * axis, given = m->run->grid[axis],
              initiator = value(c, COMPUTE_DISPATCH_INITIATOR);
    if (set(c, threads) && !read_size(m, d, axis, value(c, threads))) return false;
    if (!d->size[axis]) { refuse(m, "group: 0 work items along axis %u", axis); return false; }
    if (set(c, dim)) {
        if (!agrees(m, "grid", axis, given, items_of(d, axis, value(c, dim), initiator))) return false;
        if (asks(initiator, USE_THREAD_DIMENSIONS)) count_items(d, (int)axis, value(c, dim));
        else d->groups[axis] = value(c, dim);
    } else if (set(c, threads) && (!given || given == d->size[axis])) d->groups[axis] = 1;
    else if (set(c, threads)) count_items(d, (int)axis, given);
    if (asks(initiator, FORCE_START_AT_000)) return true;
    d->start[axis] = value(c, COMPUTE_START_X + 4 * axis);
    d->groups[axis] = d->groups[axis] > d->start[axis] ? d->groups[axis] - d->start[axis] : 0;
    return true;
}

/* Ordered append numbers waves or groups in the order of the walk (CIK register guide, COMPUTE_DISPATCH_INITIATOR). */
static void read_order(struct dispatch *d, u32 initiator, u32 misc)
{
    d->ordered = asks(initiator, ORDERED_APPEND_ENBL);
    d->ordered_groups = asks(initiator, ORDERED_APPEND_MODE);
    d->wave_id_base = field_of_word(misc, COMPUTE_MISC_RESERVED_WAVE_ID_BASE);
}

/* Without DIM and an initiator the grid is AQL's; its last groups may be partial. */
static bool parts_groups(const struct dispatch *d, const struct compute *c, u32 initiator)
{
    const bool dims = set(c, COMPUTE_DIM_X) || set(c, COMPUTE_DIM_Y) || set(c, COMPUTE_DIM_Z);
    if (set(c, COMPUTE_DISPATCH_INITIATOR))
        return asks(initiator, PARTIAL_TG_EN) || asks(initiator, USE_THREAD_DIMENSIONS);
    return !dims && (!set(c, COMPUTE_NUM_THREAD_X) || d->groups[0] > 1 || d->groups[1] > 1 || d->groups[2] > 1);
}

static void read_walk(struct assay *m, struct dispatch *d, const struct compute *c)
{
    const u32 initiator = value(c, COMPUTE_DISPATCH_INITIATOR);
    for (u32 axis = 0; axis < 3; axis++) if (!read_axis(m, d, c, axis)) return;
    d->partial_groups = parts_groups(d, c, initiator);
    for (u32 axis = 0; axis < 3; axis++)
        if (!d->partial_groups && !set(c, COMPUTE_DIM_X + 4 * axis) && m->run->grid[axis] % d->size[axis])
            refuse(m, "grid: %u work items along %c leave a partial group, and PARTIAL_TG_EN is 0; set it",
                   m->run->grid[axis], "xyz"[axis]);
    if (set(c, COMPUTE_DISPATCH_INITIATOR) && !asks(initiator, SHADER_EN)) d->groups[0] = 0;
    read_order(d, initiator, value(c, COMPUTE_MISC_RESERVED));
}

/* ---- resources ---- */

static void read_scratch(struct assay *m, struct dispatch *d, const struct compute *c)
{
    const u32 ring = value(c, COMPUTE_TMPRING_SIZE), base = value(c, COMPUTE_DISPATCH_SCRATCH_BASE_LO),
              high = field_of_word(value(c, COMPUTE_DISPATCH_SCRATCH_BASE_HI),
                                   COMPUTE_DISPATCH_SCRATCH_BASE_HI_ADDRESS_40);
    d->ring_given = set(c, COMPUTE_TMPRING_SIZE);
    d->ring_waves = field_of_word(ring, COMPUTE_TMPRING_SIZE_WAVES);
    if (d->ring_given)
        d->scratch_wave = field_of_word(ring, COMPUTE_TMPRING_SIZE_WAVESIZE[m->t->family]) * (u32)m->t->scratch_granule;
    if (set(c, COMPUTE_DISPATCH_SCRATCH_BASE_LO)) d->scratch_base = canonical(wide(base, high) << 8);
}

static void read_resources(struct assay *m, struct dispatch *d, const struct compute *c)
{
    const u32 high = field_of_word(value(c, COMPUTE_PGM_HI), COMPUTE_PGM_HI_ADDRESS_40);
    if (set(c, COMPUTE_PGM_RSRC1)) d->rsrc1 = value(c, COMPUTE_PGM_RSRC1);
    if (set(c, COMPUTE_PGM_RSRC2)) d->rsrc2 = value(c, COMPUTE_PGM_RSRC2), d->from = "COMPUTE_PGM_RSRC2";
    if (m->t->trap_reasons && set(c, COMPUTE_PGM_RSRC3)) d->rsrc3 = value(c, COMPUTE_PGM_RSRC3);
    if (set(c, COMPUTE_PGM_LO)) d->start_pc = canonical(wide(value(c, COMPUTE_PGM_LO), high) << 8);
    d->user_count = field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_USER_SGPR);
    if (!m->run->descriptor) d->user_open = ~0u;
    for (u32 n = 0; n < USER_DATA; n++) {
        u32 at = n;
        if (set(c, COMPUTE_USER_DATA_0 + 4 * n)) give(d, &at, value(c, COMPUTE_USER_DATA_0 + 4 * n));
    }
    const u32 lds = field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_LDS_SIZE) * (u32)m->t->lds_field;
    if (lds > (u32)m->t->max_lds)
        refuse(m, "COMPUTE_PGM_RSRC2: LDS_SIZE makes %u bytes, and %d are possible", lds, (int)m->t->max_lds);
    if (d->lds_bytes < lds) d->lds_bytes = lds;
    read_scratch(m, d, c);
}

void read_compute(struct assay *m, struct dispatch *d)
{
    struct compute c = { 0 };
    if (!read_pairs(m, &c)) return;
    const bool narrow = asks(value(&c, COMPUTE_DISPATCH_INITIATOR), CS_W32_EN);
    if (m->t->wave32 && set(&c, COMPUTE_DISPATCH_INITIATOR) && narrow != (m->lanes == 32))
        refuse(m, "wave_size: %u, but COMPUTE_DISPATCH_INITIATOR says wave%d", m->lanes, narrow ? 32 : 64);
    read_walk(m, d, &c);
    read_resources(m, d, &c);
}
