/* Converts a run, a kernel descriptor or COMPUTE_* registers to groups, allocation and first registers of waves.  Vega
   7nm ISA, 3, 4; RDNA3 ISA, 3.5, Table 11; descriptor layout as in LLVM's AMDGPU guide. */
#include <string.h>
#include "run.h"

enum { GROUP_LIMIT = 1024 };

static u32 round_up(u32 n, u32 to)             { return (n + to - 1) / to * to; }
static u32 divide_up(u32 n, u32 by)            { return n / by + (n % by != 0); }
static u32 word_at(const u8 *b) { return (u32)b[0] | (u32)b[1] << 8 | (u32)b[2] << 16 | (u32)b[3] << 24; }

/* ---- sizes ---- */

/* AQL counts work items; the last group of an axis may be partial. */
void count_items(struct dispatch *d, int axis, u32 items)
{
    d->groups[axis] = divide_up(items, d->size[axis]);
    d->partial[axis] = items % d->size[axis];
}

static void plan_sizes(struct assay *m, struct dispatch *d)
{
    const struct assay_run *r = m->run;
    const bool no_group = !r->group[0] && !r->group[1] && !r->group[2],
               no_grid = !r->grid[0] && !r->grid[1] && !r->grid[2];
    for (int k = 0; k < 3; k++) {
        d->size[k] = no_group ? (k ? 1 : m->lanes) : r->group[k];
        if (!d->size[k] && !r->compute_count) { refuse(m, "group: 0 work items along axis %d", k); return; }
        u32 items = no_grid ? d->size[k] : r->grid[k];
        if (!items && !r->compute_count) { refuse(m, "grid: 0 work items along axis %d", k); return; }
        if (d->size[k]) count_items(d, k, items);
    }
    d->partial_groups = true;
}

/* A partial group must be smaller.  The manuals define no larger one. */
static bool check_partial(struct assay *m, const struct dispatch *d)
{
    for (int k = 0; k < 3; k++) {
        if (!d->partial_groups || d->partial[k] <= d->size[k]) continue;
        refuse(m, "COMPUTE_NUM_THREAD_%c: a partial group of %u work items, and the full one has %u", "XYZ"[k],
               d->partial[k], d->size[k]);
        return false;
    }
    return true;
}

static bool check_group(struct assay *m, const struct dispatch *d)
{
    u64 items = d->size[0], groups = d->groups[0];
    for (int k = 1; k < 3; k++) {
        if (items <= GROUP_LIMIT) items *= d->size[k];
        if (groups <= ~0u) groups *= d->groups[k];
    }
    const bool registers = m->run->compute_count;
    if (!items || items > GROUP_LIMIT) {
        refuse(m, "%s: %ux%ux%u work items, and a group holds 1 to %d", registers ? "COMPUTE_NUM_THREAD_X" : "group",
               d->size[0], d->size[1], d->size[2], GROUP_LIMIT);
        return false;
    }
    if (groups > ~0u / GROUP_WAVES) {
        refuse(m, "%s: too many groups; a dispatch has at most %u", registers ? "COMPUTE_DIM_X" : "grid",
               ~0u / GROUP_WAVES);
        return false;
    }
    m->group_count = (u32)groups;
    return true;
}

/* ---- the descriptor ---- */

void give(struct dispatch *d, u32 *at, u32 value)
{
    if (*at < USER_DATA) {
        d->user[*at] = value;
        d->user_open &= ~(1u << *at);
    }
    ++*at;
}

static void give_address(struct dispatch *d, u32 *at, u64 address)
{
    give(d, at, (u32)address);
    give(d, at, (u32)(address >> 32));
}

/* Private memory as a buffer: swizzled by lane, with elements of four bytes (Vega 7nm ISA, 8.1.5). */
static void give_private_buffer(struct dispatch *d, u32 *at)
{
    static const struct {
        u32 field, value;
    } fields[] = { { BUFFER_RESOURCE_NUM_FORMAT, 4 },
                   { BUFFER_RESOURCE_DATA_FORMAT, 4 },
                   { BUFFER_RESOURCE_INDEX_STRIDE, 3 },
                   { BUFFER_RESOURCE_ADD_TID_ENABLE, 1 },
                   /* the runtime's ELEMENT_SIZE on older families: four bytes */
                   { BUFFER_RESOURCE_USER_VM_ENABLE, 1 } };
    u32 words[4] = { (u32)d->scratch_base, (u32)(d->scratch_base >> 32) & 0xffff, ~0u, 0 };
    set_field_of_words(words, BUFFER_RESOURCE_SWIZZLE_ENABLE[GFX9], 1);
    for (u32 n = 0; n < sizeof fields / sizeof *fields; n++)
        set_field_of_words(words, fields[n].field, fields[n].value);
    for (u32 k = 0; k < 4; k++) give(d, at, words[k]);
}

#define wants(what) field_of_words(descriptor, KERNEL_DESCRIPTOR_ENABLE_SGPR_##what)
static void give_user_sgprs(struct assay *m, struct dispatch *d, const u32 *descriptor)
{
    u32 at = 0;
    d->user_open = ~0u;
    if (wants(PRIVATE_SEGMENT_BUFFER)) give_private_buffer(d, &at);
    if (wants(DISPATCH_PTR))           give_address(d, &at, m->run->dispatch_packet);
    if (wants(QUEUE_PTR))              give_address(d, &at, m->run->queue);
    if (wants(KERNARG_SEGMENT_PTR))    give_address(d, &at, m->run->kernarg);
    if (wants(DISPATCH_ID))            at += 2;        /* unknown, so it stays undefined */
    if (wants(FLAT_SCRATCH_INIT))      give_address(d, &at, d->scratch_base);
    if (wants(PRIVATE_SEGMENT_SIZE))   give(d, &at, d->scratch_bytes);
    if (at > d->user_count)
        refuse(m, "descriptor: its kernel_code_properties name %u user SGPRs, RSRC2 gives %u", at, d->user_count);
}

static void read_descriptor(struct assay *m, struct dispatch *d)
{
    const struct assay_run *r = m->run;
    u32 descriptor[16];
    for (u32 n = 0; n < 16; n++) descriptor[n] = word_at(r->descriptor + 4 * n);
    const u32 fixed_lds = field_of_words(descriptor, KERNEL_DESCRIPTOR_GROUP_SEGMENT_FIXED_SIZE);
    const u32 fixed_private = field_of_words(descriptor, KERNEL_DESCRIPTOR_PRIVATE_SEGMENT_FIXED_SIZE);
    const u32 rsrc3 = field_of_words(descriptor, KERNEL_DESCRIPTOR_COMPUTE_PGM_RSRC3);
    d->rsrc1 = field_of_words(descriptor, KERNEL_DESCRIPTOR_COMPUTE_PGM_RSRC1);
    d->rsrc2 = field_of_words(descriptor, KERNEL_DESCRIPTOR_COMPUTE_PGM_RSRC2);
    /* decided by the runtime, not by the descriptor (LLVM AMDGPU guide) */
    if (m->handler.bytes) d->rsrc2 |= mask_of(COMPUTE_PGM_RSRC2_TRAP_PRESENT);
    d->rsrc3 = rsrc3;
    d->user_count = field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_USER_SGPR);
    if (!d->scratch_bytes) d->scratch_bytes = fixed_private;
    if (!d->lds_bytes) d->lds_bytes = fixed_lds;
    const bool narrow = field_of_words(descriptor, KERNEL_DESCRIPTOR_ENABLE_WAVEFRONT_SIZE32);
    if (!check_fields(m, "descriptor: ", COMPUTE_PGM_RSRC1, d->rsrc1) ||
        !check_fields(m, "descriptor: ", COMPUTE_PGM_RSRC2, d->rsrc2) ||
        (rsrc3 && !check_fields(m, "descriptor: ", COMPUTE_PGM_RSRC3, rsrc3)))
        return;
    if (narrow != (m->lanes == 32))
        refuse(m, "wave_size: %u, but the descriptor says wave%d", m->lanes, narrow ? 32 : 64);
    else if (d->lds_bytes < fixed_lds) refuse(m, "lds_bytes: %u, but the descriptor needs %u", d->lds_bytes, fixed_lds);
    else if (d->scratch_bytes < fixed_private)
        refuse(m, "scratch_bytes: %u, but the descriptor needs %u", d->scratch_bytes, fixed_private);
    else if (m->t->flat_scratch_preset && (wants(PRIVATE_SEGMENT_BUFFER) || wants(FLAT_SCRATCH_INIT)))
        refuse(
            m,
            "descriptor: private_segment_buffer and flat_scratch_init must be 0 where the hardware sets FLAT_SCRATCH");
    else give_user_sgprs(m, d, descriptor);
}

/* ---- allocation ---- */

static u32 waves_of_group(const struct assay *m, const struct dispatch *d)
{ return divide_up(d->size[0] * d->size[1] * d->size[2], m->lanes); }

/* All waves of a group must fit the SIMDs of one CU or, with WGP_MODE, of two. */
static void check_fit(struct assay *m, const struct dispatch *d, u32 block)
{
    const u32 pair = field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_WGP_MODE),
              simds = (u32)(pair ? m->t->wgp_simds : m->t->cu_simds), waves = waves_of_group(m, d),
              have = block * (u32)m->t->simd_blocks, each = divide_up(waves, simds);
    if (each * d->vgprs > have)
        refuse(
            m,
            "%s: %u waves of a group have %u VGPRs each; with %u waves on a SIMD %u are possible, so make one smaller",
            m->run->compute_count ? "COMPUTE_PGM_RSRC1" : "descriptor", waves, d->vgprs, each, have / each);
}

/* Private memory: RSRC2, TMPRING_SIZE and the case must agree. */
static void check_scratch(struct assay *m, const struct dispatch *d)
{
    const u32 least = d->scratch_bytes * m->lanes, waves = waves_of_group(m, d);
    if (!d->ring_given) return;
    if (!d->scratch_wave) refuse(m, "COMPUTE_TMPRING_SIZE: WAVESIZE is 0, and RSRC2 enables private memory");
    else if (d->scratch_wave < least)
        refuse(m, "COMPUTE_TMPRING_SIZE: WAVESIZE makes %u bytes a wave, and %u bytes a work item need %u",
               d->scratch_wave, d->scratch_bytes, least);
    else if (d->ring_waves < waves)
        refuse(m, "COMPUTE_TMPRING_SIZE: private memory for %u waves, and a group has %u", d->ring_waves, waves);
}

/* In CU mode the waves of a group run on one CU and share one path to vector memory (errata E-189).  Cases with given
   registers do not tell the mode. */
static bool is_vector_in_order(const struct traits *t, const struct dispatch *d)
{ return t->group_vector_order || (d->given && t->wgp_simds != ABSENT && !d->wgp_mode); }

static void allocate(struct assay *m, struct dispatch *d)
{
    const struct assay_run *r = m->run;
    const struct traits *t = m->t;
    d->vgprs = (u32)t->max_vgprs;
    d->sgprs = (u32)t->sgprs;
    if (d->given) {
        const u32 granule = (u32)(m->lanes == 32 ? t->vgpr_field_w32 : t->vgpr_field_w64),
                  block = (u32)(m->lanes == 32 ? t->vgpr_blocks_w32 : t->vgpr_blocks_w64);
        d->vgprs = round_up((field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_VGPRS) + 1) * granule, block);
        check_fit(m, d, block);
        if (d->vgprs > (u32)t->max_vgprs) d->vgprs = (u32)t->max_vgprs;
        if (t->sgpr_field) d->sgprs = (field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_SGPRS) / 2 + 1) * (u32)t->sgpr_field;
        if (d->sgprs > (u32)t->sgprs) d->sgprs = (u32)t->sgprs;
    }
    d->wgp_mode = d->given && t->wgp_simds != ABSENT && field_of_word(d->rsrc1, COMPUTE_PGM_RSRC1_WGP_MODE);
    d->vector_in_order = is_vector_in_order(t, d);
    if (r->vgprs) d->vgprs = r->vgprs;
    if (r->sgprs) d->sgprs = r->sgprs;
    const bool scratch = d->given ? field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_SCRATCH_EN) : d->scratch_bytes != 0;
    if (scratch) check_scratch(m, d);
    if (!scratch) d->scratch_wave = 0;
    else if (!d->scratch_wave) d->scratch_wave = round_up(d->scratch_bytes * m->lanes, (u32)t->scratch_granule);
}

static void check_sets(struct assay *m, const struct dispatch *d)
{
    const u32 waves = waves_of_group(m, d);
    if (d->given && m->run->set_count) {
        refuse(m, "sets: the descriptor or the COMPUTE registers say what waves start with");
        return;
    }
    for (u32 n = 0; n < m->run->set_count; n++) {
        const struct assay_set *s = &m->run->sets[n];
        const bool vector = s->reg >= ASSAY_V0 && s->reg < ASSAY_V0 + VGPRS,
                   hardware = s->reg >= ASSAY_HWREG && s->reg < ASSAY_HWREG + 32;
        const bool scalar = s->reg <= ASSAY_STATUS && (int)s->reg != m->t->null;
        if (!vector && !hardware && !scalar) {
            refuse(m, "sets: entry %u names register %u, which does not exist", n, s->reg);
            return;
        }
        if (!s->values || !s->count || s->count > (vector ? LANES : 1)) {
            refuse(m, "sets: entry %u has %u values", n, s->count);
            return;
        }
        if (s->wave != ~0u && s->wave >= waves) {
            refuse(m, "sets: entry %u names wave %u; the first group has %u", n, s->wave, waves);
            return;
        }
    }
}

bool plan_dispatch(struct assay *m)
{
    const struct assay_run *r = m->run;
    struct dispatch *d = &m->dispatch;
    *d = (struct dispatch){ .given = r->descriptor || r->compute_count,
                            .from = "descriptor",
                            .lds_bytes = r->lds_bytes,
                            .scratch_bytes = r->scratch_bytes,
                            .scratch_base = r->scratch_base,
                            .start_pc = r->base + r->entry };
    plan_sizes(m, d);
    /* the first of several refusals remains */
    if (r->descriptor) read_descriptor(m, d);
    if (r->compute_count) read_compute(m, d);
    if (m->status != ASSAY_OK || !check_partial(m, d) || !check_group(m, d)) return false;
    if (field_of_word(d->rsrc2, COMPUTE_PGM_RSRC2_TIDIG_COMP_CNT) > 2)
        refuse(m, "%s: TIDIG_COMP_CNT is 3; 0 to 2 say how many work-item numbers follow the first", d->from);
    if (r->first_group && r->first_group >= m->group_count)
        refuse(m, "first_group: %u, and there are %u groups", r->first_group, m->group_count);
    if (d->user_count > USER_DATA)
        refuse(m, "%s: USER_SGPR is %u, and %d are possible", d->from, d->user_count, USER_DATA);
    if (d->lds_bytes > (u32)m->t->max_lds)
        refuse(m, "lds_bytes: %u, and %d are possible", d->lds_bytes, (int)m->t->max_lds);
    if (r->lds && d->lds_bytes > r->lds_bytes && !r->lds_bytes) refuse(m, "lds: contents without lds_bytes");
    if (d->scratch_bytes > 1u << 20)
        refuse(m, "scratch_bytes: %u a work item, and %u are possible", d->scratch_bytes, 1u << 20);
    if (d->start_pc - m->base >= m->code_bytes)
        refuse(m, "COMPUTE_PGM_LO: 0x%llx lies outside the code", (unsigned long long)d->start_pc);
    allocate(m, d);
    check_sets(m, d);
    if (m->status == ASSAY_OK) check_private_memory(m);
    return m->status == ASSAY_OK;
}
