/* libFuzzer's target for runs.  Input: a head, then the registers and COMPUTE_* pairs that it announces, then machine
   code (tools/fuzz_model.py writes such input).  A run must end, stay within its memory, have readable results, and
   give the same results again. */
#include <stdlib.h>
#include <string.h>
#include "assay.h"

enum { MEMORY = 2048, SHARE = 256, LDS = 1024, CODE = 512, WAVES = 4, FINDINGS = 8, STEPS = 600 };
enum { SETS = 40, PAIRS = 24 };
enum { NARROW = 1, HIGH = 2, OPEN = 4, SILICON = 8, FLAGS = 16, DESCRIPTOR = 32, SEEDED = 64, OWN_LDS = 128 };
enum { GDS = 1, STREAMOUT = 2, TRACED = 4, AGAIN = 8 };
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct head {
    uint8_t arch, flags, more, policy, sets, pairs, group[3], grid[3], lds, vgprs, seed, choices, descriptor[64];
};
/* The memory that a run names.  Each array has exactly the size given to the run, so that the sanitizer detects
   accesses beyond. */
static struct {
    struct head h;
    struct assay_set sets[SETS];
    uint32_t words[SETS], pairs[2 * PAIRS], archs;
    struct assay_region regions[3];
} in;
static uint8_t memory[MEMORY], open[MEMORY], share[SHARE], streamout[96], lds[LDS];

static void demand(bool holds)
{
    if (!holds) abort();
}

/* The next `bytes` of the input; zeros beyond its end. */
static void read_input(const uint8_t **data, size_t *size, void *to, size_t bytes)
{
    const size_t have = bytes < *size ? bytes : *size;
    memset(to, 0, bytes);
    memcpy(to, *data, have);
    *data += have;
    *size -= have;
}

/* A register number and a value.  Some values are half of an address in memory, so that the fuzzer need not guess
   it. */
static void read_sets(const uint8_t **data, size_t *size, uint32_t count, uint64_t at)
{
    for (uint32_t n = 0; n < count; n++) {
        struct { uint16_t reg, addend; uint32_t value; } one;
        read_input(data, size, &one, sizeof one);
        in.words[n] = one.reg & 0x8000   ? (uint32_t)at + one.addend % MEMORY
                      : one.reg & 0x4000 ? (uint32_t)(at >> 32) | one.value << 16
                                         : one.value;
        in.sets[n] = (struct assay_set){ one.reg & 0x2000 ? one.addend % 4u : ~0u, one.reg & 0x1ff, 1, &in.words[n] };
    }
}

static void take_compute(const uint8_t **data, size_t *size, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++) {
        struct { uint16_t offset; uint16_t free; uint32_t value; } one;
        read_input(data, size, &one, sizeof one);
        in.pairs[2 * n] = 0xb800 + one.offset % 0x404u;
        in.pairs[2 * n + 1] = one.value;
    }
}

static uint32_t map(uint64_t at)
{
    uint32_t count = 0;
    uint8_t *const shadow = in.h.flags & OPEN ? open : 0;
    in.regions[count++] = (struct assay_region){ at, MEMORY, memory, shadow, ASSAY_GLOBAL, 0 };
    if (in.h.more & GDS)       in.regions[count++] = (struct assay_region){ 0, SHARE, share, 0, ASSAY_GDS, 0 };
    if (in.h.more & STREAMOUT)
        in.regions[count++] = (struct assay_region){ 0, 96, streamout, 0, ASSAY_GS_REGISTERS, 0 };
    return count;
}

static void fill(void)
{
    for (uint32_t n = 0; n < MEMORY; n++) memory[n] = (uint8_t)(in.h.seed * (n | 1) >> 2);
    memset(open, 0, MEMORY);
    memset(share, in.h.seed, SHARE);
    memset(streamout, in.h.seed, sizeof streamout);
}

static struct assay_run made(uint64_t at)
{
    const struct head *h = &in.h;
    struct assay_run r = { .arch = h->arch % in.archs,
                           .wave_size = h->flags & NARROW ? 32 : 64,
                           .base = 0x10000,
                           .regions = in.regions,
                           .region_count = map(at),
                           .kernarg = at,
                           .dispatch_packet = at + 512,
                           .queue = at + 1024,
                           .scratch_base = at,
                           .policy = h->policy & 3,
                           .schedule = !!(h->flags & SEEDED),
                           .seed = h->seed,
                           .instruction_limit = STEPS,
                           .profile = !!(h->flags & SILICON),
                           .watch_flags = h->flags & FLAGS,
                           .vgprs = h->vgprs,
                           .lds_bytes = h->lds % 3 * 512u,
                           .scratch_bytes = h->lds / 3u,
                           .lds = h->flags & OWN_LDS ? lds : 0,
                           .choices = { .nan_propagated = h->choices & 3,
                                        .lds_out_of_range = h->choices >> 2 & 1,
                                        .colliding_lanes = h->choices >> 3 & 3,
                                        .alignment = h->choices >> 5 & 3 } };
    for (int k = 0; k < 3; k++) {
        r.group[k] = 1u + h->group[k] % (k ? 4u : 200u);
        r.grid[k] = r.group[k] * (1u + h->grid[k] % 2u) - h->grid[k] / 128u;
    }
    if (h->flags & DESCRIPTOR) r.descriptor = h->descriptor;
    return r;
}

static void look(void *data, const struct assay_trace *t)
{ demand(data == memory && t->write_count <= sizeof t->writes / sizeof *t->writes && strlen(t->text) < 512); }

static void check(assay *m, const struct assay_run *r, struct assay_outcome *out)
{
    struct assay_wave w;
    const uint64_t waves = assay_count_waves(m, r);
    fill();
    assay_set_trace(m, in.h.more & TRACED ? look : 0, memory);
    assay_run(m, r, out);
    demand(out->status <= ASSAY_INVALID && memchr(out->text, 0, sizeof out->text) && out->instructions <= STEPS);
    demand(out->wave_count <= waves && out->finding_count <= FINDINGS);
    demand(out->export_count <= FINDINGS && out->message_count <= FINDINGS);
    for (uint32_t n = 0; n < out->wave_count && n < WAVES; n++) demand(assay_wave_at(m, n, &w));
    for (uint32_t n = 0; n < out->finding_count; n++) {
        const struct assay_finding *f = &assay_findings(m)[n];
        demand(f->rule && f->kind <= ASSAY_NOTE && memchr(f->text, 0, sizeof f->text));
    }
}

static void run(assay *m, const struct assay_run *r)
{
    static uint8_t first[MEMORY];
    struct assay_outcome once, twice;
    check(m, r, &once);
    if (!(in.h.more & AGAIN)) return;
    memcpy(first, memory, MEMORY);
    check(m, r, &twice);
    demand(once.status == twice.status && once.instructions == twice.instructions && !strcmp(once.text, twice.text));
    demand(once.errors == twice.errors && once.races == twice.races && !memcmp(first, memory, MEMORY));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static assay *m;
    if (!m) m = assay_new(WAVES, FINDINGS, CODE);
    demand(m != 0);
    while (assay_arch_name(in.archs)) in.archs++;
    read_input(&data, &size, &in.h, sizeof in.h);
    const uint64_t at = in.h.flags & HIGH ? 0xffff800000200000 : 0x200000;
    const uint32_t sets = in.h.sets % (SETS + 1u), pairs = in.h.pairs % (PAIRS + 1u);
    read_sets(&data, &size, sets, at);
    take_compute(&data, &size, pairs);
    if (!size) return 0;
    struct assay_run r = made(at);
    r.code_bytes = size > CODE ? CODE : size;
    if (pairs) r.compute = in.pairs, r.compute_count = pairs;
    if (!pairs && !r.descriptor) r.sets = in.sets, r.set_count = sets;
    uint8_t *code = malloc(r.code_bytes);
    demand(code != 0);
    memcpy(code, data, r.code_bytes);
    r.code = code;
    run(m, &r);
    free(code);
    return 0;
}
