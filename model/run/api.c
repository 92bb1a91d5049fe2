/* The public API: creates a machine, runs a case, returns its results.  A run allocates nothing, and only state that a
   run changed is reset. */
#include <stdlib.h>
#include <string.h>
#include "halves.h"
#include "run.h"

enum { DEFAULT_LIMIT = 100000, CACHE_LINE = 64, MOST_CODE = 1 << 30, MOST_WAVES = 1 << 20 };

/* ---- memory of a machine ---- */

static u64 pending_size(void)    { return (pending_bytes() + CACHE_LINE) / CACHE_LINE * CACHE_LINE; }
static char *aligned(void *p)    { return (char *)p + (CACHE_LINE - (uintptr_t)p % CACHE_LINE) % CACHE_LINE; }

/* Zeroed memory whose pages cost nothing until they are used.  The system provides blocks above 32 MB zeroed; the C
   library may clear smaller ones.  Sanitizers check the bounds. */
static void *zeroed_memory(u64 count, u64 size)
{
#ifndef ASSAY_CALLS
    const u64 from_system = (32ull << 20) + 1;
    if (count * size < from_system) return calloc(1, from_system);
#endif
    return calloc(count, size);
}

static bool allocate(struct assay *m)
{
    if (m->code_limit > MOST_CODE || m->wave_limit > MOST_WAVES) return false;
    const u64 slots = (u64)m->wave_limit + GROUP_WAVES, dwords = m->code_limit / 4 + 1;
    m->code_limit = (m->code_limit + 3) & ~3ull;
    m->slot = calloc(slots, sizeof *m->slot);
    m->wave_memory = zeroed_memory(slots + 1, sizeof *m->waves);   /* one more, for alignment */
    m->pending = zeroed_memory(slots + 1, pending_size());
    m->shadow = zeroed_memory(MAX_GROUPS, shadow_bytes());
    m->group_shadow = zeroed_memory(1, group_shadow_bytes());
    m->wave_clocks = calloc(1, wave_clocks_bytes());
    m->orders.notes = calloc(1, notes_bytes(m->code_limit));
    m->orders.lds = calloc(MAX_GROUPS - 1, sizeof *m->orders.lds);
    m->code = calloc(1, m->code_limit + CODE_PAD);
    m->decoded = calloc(dwords, sizeof *m->decoded);
    m->inst = zeroed_memory(dwords, sizeof *m->inst);
    m->other = zeroed_memory(dwords, sizeof *m->other);
    m->findings = calloc((u64)m->finding_limit + 1, sizeof *m->findings);
    m->exports = calloc((u64)m->finding_limit + 1, sizeof *m->exports);
    m->messages = calloc((u64)m->finding_limit + 1, sizeof *m->messages);
    if (!m->slot || !m->wave_memory || !m->pending || !m->shadow || !m->group_shadow || !m->wave_clocks ||
        !m->orders.notes || !m->orders.lds || !m->code || !m->decoded || !m->inst || !m->other || !m->findings ||
        !m->exports || !m->messages)
        return false;
    m->waves = (struct wave *)aligned(m->wave_memory);
    char *pending = aligned(m->pending);
    for (u64 n = 0; n < slots; n++) {
        m->slot[n] = &m->waves[n];
        m->slot[n]->pending = (struct pending *)(void *)(pending + n * pending_size());
    }
    return true;
}

static bool host_has_fma(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
#else
    return false;                                        /* computing in two steps is as exact */
#endif
}

assay *assay_new(u32 waves, u32 findings, u64 code_bytes)
{
    struct assay *m = calloc(1, sizeof *m);
    if (!m) return m;
    m->host_fma = host_has_fma();
    m->host_halves = m->host_fma && host_has_halves();
    m->wave_limit = waves;
    m->finding_limit = findings;
    m->code_limit = code_bytes;
    if (allocate(m)) return m;
    assay_free(m);
    return 0;
}

void assay_free(assay *m)
{
    if (!m) return;
    void *parts[] = { m->slot,        m->wave_memory, m->pending,     m->shadow,       m->group_shadow,
                      m->wave_clocks, m->code,        m->decoded,     m->inst,         m->other,
                      m->findings,    m->exports,     m->messages,    m->orders.notes, m->orders.lds };
    for (u32 n = 0; n < sizeof parts / sizeof *parts; n++) free(parts[n]);
    free(m);
}

/* ---- checks of a run ---- */

static void check_choices(struct assay *m, const struct assay_run *r)
{
    if (r->arch >= ARCHS) refuse(m, "arch: %u is not an architecture", r->arch);
    else if (r->wave_size != 64 && (r->wave_size != 32 || !traits[r->arch].wave32))
        refuse(m, "wave_size: %u; this architecture has %s", r->wave_size, traits[r->arch].wave32 ? "32 and 64" : "64");
    else if (r->policy > ASSAY_ADVERSARIAL) refuse(m, "policy: %u is not a policy", r->policy);
    else if (r->schedule > ASSAY_SEEDED) refuse(m, "schedule: %u is not a schedule", r->schedule);
    else if (r->profile > ASSAY_SILICON) refuse(m, "profile: %u; 0 is manual, 1 is silicon", r->profile);
}

static void check_code(struct assay *m, const struct assay_run *r)
{
    if (!r->code || !r->code_bytes) refuse(m, "code: empty");
    else if (r->code_bytes > m->code_limit)
        refuse(m, "code_bytes: %llu, and the machine holds %llu", (unsigned long long)r->code_bytes,
               (unsigned long long)m->code_limit);
    else if (r->base & 3) refuse(m, "base: 0x%llx is not a multiple of 4", (unsigned long long)r->base);
    else if (!mappable(r->base, r->code_bytes))
        refuse(m, "base: the code is not in one half of the address space, whose addresses are %d bits sign-extended",
               ADDRESS_BITS);
    else if (r->entry & 3 || r->entry >= r->code_bytes)
        refuse(m, "entry: 0x%llx is not an instruction of the code", (unsigned long long)r->entry);
}

/* TBA and TMA have units of 256 bytes. */
enum { TRAP_UNIT = 256 };

static void check_handler(struct assay *m, const struct assay_run *r)
{
    const u64 tba = r->tba;
    if (!r->trap_bytes) return;
    if (is_controlled(m)) refuse(m, "trap_code: orders are chosen for runs without a trap handler only");
    else if (!r->trap_code) refuse(m, "trap_code: 0, but trap_bytes is %llu", (unsigned long long)r->trap_bytes);
    else if (tba % TRAP_UNIT || r->tma % TRAP_UNIT)
        refuse(m, "%s: 0x%llx is not a multiple of %d", tba % TRAP_UNIT ? "tba" : "tma",
               (unsigned long long)(tba % TRAP_UNIT ? tba : r->tma), TRAP_UNIT);
    else if (!mappable(tba, r->trap_bytes) || r->tma != canonical(r->tma))
        refuse(m, "tba, tma: not in one half of the address space, whose addresses are %d bits sign-extended",
               ADDRESS_BITS);
    else if (tba == r->base + r->code_bytes)
        refuse(m, "tba: 0x%llx is where the program ends; move the handler away", (unsigned long long)tba);
    else if (r->trap_bytes > m->code_limit || handler_place(r->code_bytes) + r->trap_bytes > m->code_limit)
        refuse(m, "trap_bytes: %llu behind %llu of code, and the machine holds %llu", (unsigned long long)r->trap_bytes,
               (unsigned long long)r->code_bytes, (unsigned long long)m->code_limit);
}

static void check_counts(struct assay *m, const struct assay_run *r)
{
    const struct traits *t = &traits[r->arch];
    if (r->vgprs > (u32)t->max_vgprs) refuse(m, "vgprs: %u, and %d are possible", r->vgprs, (int)t->max_vgprs);
    else if (r->sgprs > (u32)t->sgprs) refuse(m, "sgprs: %u, and %d are possible", r->sgprs, (int)t->sgprs);
    else if (r->lds_bytes > (u32)t->max_lds)
        refuse(m, "lds_bytes: %u, and %d are possible", r->lds_bytes, (int)t->max_lds);
    else if (r->region_count && !r->regions) refuse(m, "regions: 0, but region_count is %u", r->region_count);
    else if (r->set_count && !r->sets) refuse(m, "sets: 0, but set_count is %u", r->set_count);
    else if (r->compute_count && !r->compute) refuse(m, "compute: 0, but compute_count is %u", r->compute_count);
}

static bool begin(struct assay *m, const struct assay_run *r)
{
    m->status = ASSAY_OK;
    m->text[0] = 0;
    m->stopped_wave = m->wave_count = m->waves_before = m->group_count = 0;
    m->stopped_pc = m->compared_end = m->instructions = 0;
    m->finding_count = m->findings_dropped = m->error_count = m->race_count = 0;
    m->export_count = m->exports_dropped = m->message_count = m->messages_dropped = 0;
    m->all_dirty = m->recording_accesses = m->in_order = m->findings_mixed = false;
    atomic_store_explicit(&m->progress, 0, memory_order_relaxed);
    m->run = r;
    m->group.lds_bytes = 0;
    check_choices(m, r);
    check_code(m, r);
    if (m->status == ASSAY_OK) check_handler(m, r);
    if (m->status == ASSAY_OK) check_counts(m, r);
    if (m->status != ASSAY_OK) return false;
    load_code(m, &traits[r->arch], r->wave_size);
    m->policy = (enum assay_policy)r->policy;
    m->schedule = (enum assay_schedule)r->schedule;
    m->random = r->seed;
    m->dirty_count = 0;
    m->tickets = m->walker = 0;
    memset(m->gws, 0, sizeof m->gws);
    m->limit = r->instruction_limit ? r->instruction_limit : DEFAULT_LIMIT;
    map_regions(m);
    return m->status == ASSAY_OK && plan_dispatch(m);
}

static void conclude(const struct assay *m, struct assay_outcome *out)
{
    *out = (struct assay_outcome){
        .status = m->status,
        .wave_count = m->wave_count,
        .finding_count = m->finding_count,
        .findings_dropped = m->findings_dropped,
        .stopped_wave = m->stopped_wave,
        .stopped_pc = m->stopped_pc,
        .instructions = m->instructions,
        .compared_end = m->compared_end,
        .errors = m->error_count,
        .races = m->race_count,
        .in_order = m->in_order,
        .mixed = m->findings_mixed,
        .export_count = m->export_count,
        .exports_dropped = m->exports_dropped,
        .message_count = m->message_count,
        .messages_dropped = m->messages_dropped,
    };
    memcpy(out->text, m->text, sizeof out->text);
}

void assay_run(assay *m, const struct assay_run *r, struct assay_outcome *out)
{
    if (begin(m, r)) run_groups(m);
    conclude(m, out);
}

void assay_run_order(assay *m, const struct assay_run *r, u32 (*pick)(void *, const struct assay_point *), void *data,
                     struct assay_outcome *out)
{
    m->orders.pick = pick;
    m->orders.data = data;
    if (begin(m, r)) run_orders(m);
    m->orders.pick = 0;
    conclude(m, out);
}

bool assay_forgot(const assay *m)       { return m->status != ASSAY_INVALID && forgot_accesses(m); }
bool assay_forgets_with(const assay *m, const assay *other)     { return accesses_collide(m, other); }

void assay_forget_orders(assay *m)      { forget_orders(m); }

u32 assay_orders_found(assay *m)
{
    const u32 found = m->orders.found;
    m->orders.found &= ~(u32)ASSAY_LEARNED;
    return found;
}

u64 assay_count_waves(assay *m, const struct assay_run *r)
{
    const bool valid = begin(m, r);
    const struct dispatch *d = &m->dispatch;
    return valid ? (u64)m->group_count * ((d->size[0] * d->size[1] * d->size[2] + m->lanes - 1) / m->lanes) : 0;
}

void assay_stop(assay *m)               { atomic_store_explicit(&m->stopping, true, memory_order_relaxed); }
u64 assay_progress(const assay *m)      { return atomic_load_explicit(&m->progress, memory_order_relaxed); }

void assay_run_batch(assay *m, const struct assay_run *r, struct assay_outcome *out, u32 count)
{
    for (u32 n = 0; n < count; n++) assay_run(m, &r[n], &out[n]);
}

/* ---- results ---- */

bool assay_wave_at(const assay *m, u32 number, struct assay_wave *out)
{
    if (number < m->waves_before || number >= m->wave_count || number >= m->wave_limit) return false;
    const struct wave *w = m->slot[number];
    *out = (struct assay_wave){
        .v = w->v,
        .s = w->s,
        .v_open = w->v_open,
        .v_tolerant = w->v_tolerant,
        .v_part = w->v_part,
        .v_bits = w->v_bits,
        .v_ulp = w->v_ulp,
        .v_float = w->v_float,
        .s_open = w->s_open_words,
        .s_bits = w->s_bits,
        .v_written = w->v_written,
        .s_written = w->s_written,
        .scc = w->scc,
        .scc_open = w->scc_open,
        .mode = w->mode,
        .trapsts = w->trapsts,
        .status_bits = w->status_bits,
        .lanes = w->lanes,
        .group = w->group_number,
        .pc = w->pc,
        .instructions = w->instructions,
        .exec = live_lanes(w),
        .scc_written = w->scc_written,
        .mode_written = w->mode_written,
    };
    return true;
}

const struct assay_finding *assay_findings(const assay *m) { return m->findings; }
const struct assay_export *assay_exports(const assay *m)   { return m->exports; }
const struct assay_message *assay_messages(const assay *m) { return m->messages; }

const u8 *assay_lds(const assay *m, const u8 **open)
{
    if (open) *open = m->lds_open;
    return m->lds;
}

u32 assay_lds_bytes(const assay *m) { return m->group.lds_bytes; }

void assay_set_trace(assay *m, void (*callback)(void *, const struct assay_trace *), void *data)
{
    m->trace = callback;
    m->trace_data = data;
}
