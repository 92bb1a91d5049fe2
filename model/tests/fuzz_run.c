/* Runs random programs on random state.  A run must end, stay within its memory, and have readable results.  Usage:
   fuzz_run COUNT SEED [POOL].  POOL holds records {architecture, size, machine code}.  Built with ASan and UBSan. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "assay.h"

enum { CODE = 256, MEMORY = 4096, POOL = 1 << 20, WAVES = 8, STEPS = 2000, COMPUTE = 24 };
static uint64_t state;
static uint8_t pool[POOL];
static uint32_t record[2][POOL / 4], records[2];         /* indices in the pool of instructions of each architecture */

static uint64_t next(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static uint32_t below(uint32_t n) { return (uint32_t)(next() % n); }

static int read_pool(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) { perror(path); return 2; }
    const size_t size = fread(pool, 1, POOL, f);
    fclose(f);
    for (uint32_t at = 0; at + 2 < size && at + 2 + pool[at + 1] <= size; at += 2u + pool[at + 1]) {
        const uint8_t arch = pool[at] & 1;
        record[arch][records[arch]++] = at + 1;
    }
    return 0;
}

/* Mostly valid instructions, some with a flipped bit, and some noise. */
static uint32_t make_code(uint32_t arch, uint8_t *code)
{
    const uint32_t size = 4 + 4 * below(CODE / 4 - 8);
    uint32_t at = 0;
    while (at < size) {
        uint8_t one[24] = { 0 };
        uint32_t bytes = 4;
        if (records[arch] && below(60)) {
            const uint8_t *from = pool + record[arch][below(records[arch])];
            bytes = from[0];
            memcpy(one, from + 1, bytes);
        } else
            for (int n = 0; n < 4; n++) one[n] = (uint8_t)next();
        if (!below(20)) one[below(bytes)] ^= (uint8_t)(1 << below(8));
        memcpy(code + at, one, bytes);
        at += bytes;
    }
    return at;
}

static uint32_t value(uint64_t memory)
{
    switch (below(5)) {
    case 0:  return (uint32_t)memory + below(MEMORY);
    case 1:  return below(256);
    case 2:  return 0;
    case 3:  return ~0u << below(32);
    default: return (uint32_t)next();
    }
}

static uint32_t make_sets(struct assay_set *sets, uint32_t *words, uint64_t memory)
{
    const uint32_t count = below(64);
    for (uint32_t n = 0; n < count; n++) {
        const uint32_t kind = below(4);
        sets[n] = (struct assay_set){ ~0u,
                                      kind == 0   ? below(102)
                                      : kind == 1 ? 126
                                      : kind == 2 ? ASSAY_SCC + below(3)
                                                  : ASSAY_V0 + below(256),
                                      1, &words[n] };
        words[n] = sets[n].reg == 126 && below(4) ? ~0u : value(memory);
    }
    return count;
}

/* A run and the memory that it names. */
struct place {
    uint8_t code[CODE], memory[MEMORY], open[MEMORY], lds[1024], descriptor[64];
    uint32_t words[64], compute[2 * COMPUTE];
    struct assay_set sets[64];
    struct assay_region region;
};

static uint32_t small_or_any(void)
{
    switch (below(6)) {
    case 0:  return 0;
    case 1:  return below(8);
    case 2:  return below(2000);
    case 3:  return below(2000) << 16 | below(100);
    case 4:  return below(40) << 16 | below(1100);
    default: return (uint32_t)next() & (uint32_t)next();
    }
}

/* COMPUTE_* registers of every kind, mostly within their fields.  Most are sizes, which determine all other amounts. */
static uint32_t make_compute(uint32_t *pairs, uint64_t base)
{
    static const struct {
        uint32_t offset, fields;
    } known[] = {
        { 0xb800, 0x7f },      { 0xb804, ~0u },       { 0xb808, ~0u },        { 0xb80c, ~0u },        { 0xb810, ~0u },
        { 0xb814, ~0u },       { 0xb818, ~0u },       { 0xb81c, ~0u },        { 0xb81c, ~0u },        { 0xb820, ~0u },
        { 0xb824, ~0u },       { 0xb81c, ~0u },       { 0xb830, ~0u },        { 0xb834, 0xff },       { 0xb840, ~0u },
        { 0xb844, 0xff },      { 0xb848, 0x5bfffff }, { 0xb84c, 0x7fffe7ff }, { 0xb84c, 0x7fffffff }, { 0xb854, 0x3ff },
        { 0xb860, 0x1ffffff }, { 0xb87c, 0x1ffff },   { 0xb8a0, 0x3f0 },      { 0xb900, ~0u },        { 0xb91c, ~0u },
        { 0xb93c, ~0u },
    };
    const uint32_t count = 1 + below(COMPUTE);
    for (uint32_t n = 0; n < count; n++) {
        const uint32_t which = below(sizeof known / sizeof *known);
        const uint32_t offset = below(50) ? known[which].offset : 0xb800 + below(0x404);
        pairs[2 * n] = offset;
        pairs[2 * n + 1] = offset == 0xb830 && below(8)   ? (uint32_t)(base >> 8)
                           : offset == 0xb834 && below(8) ? 0
                                                          : small_or_any() & (below(50) ? known[which].fields : ~0u);
    }
    return count;
}

static void make_dispatch(struct place *p, struct assay_run *r)
{
    r->set_count = 0;
    r->scratch_base = p->region.address;
    if (below(3)) {
        r->compute = p->compute;
        r->compute_count = make_compute(p->compute, r->base);
    }
    if (r->compute && below(4)) return;
    for (uint32_t n = 0; n < sizeof p->descriptor / 4; n++) {
        const uint32_t word = small_or_any();
        memcpy(p->descriptor + 4 * n, &word, 4);
    }
    r->descriptor = p->descriptor;
    if (r->wave_size == 32) p->descriptor[57] |= 4;
    for (int k = 0; k < 3; k++) r->grid[k] = 1 + small_or_any() % 4096;
    if (below(4)) p->descriptor[0] = p->descriptor[1] = p->descriptor[2] = p->descriptor[3] = 0;
}

static const char *const archs[2] = { "gfx906", "gfx1100" };

static struct assay_run make_run(struct place *p)
{
    const uint64_t address = below(2) ? 0x200000 : 0x7fff00000000;
    p->region = (struct assay_region){ address, MEMORY, p->memory, below(2) ? p->open : 0 };
    const uint32_t arch = below(2);
    struct assay_run r = { .arch = (uint32_t)assay_arch(archs[arch]),
                           .code = p->code,
                           .base = 0x10000,
                           .regions = &p->region,
                           .region_count = 1,
                           .sets = p->sets };
    r.wave_size = !arch || below(2) ? 64 : 32;
    r.code_bytes = make_code(arch, p->code);
    r.set_count = make_sets(p->sets, p->words, address);
    r.group[0] = r.grid[0] = 1 + below(200);
    r.group[1] = r.group[2] = r.grid[1] = r.grid[2] = 1;
    r.lds_bytes = below(3) * 512;
    r.lds = below(2) ? p->lds : 0;
    r.vgprs = below(3) ? 0 : 1 + below(256);
    r.policy = below(4);
    r.schedule = below(2);
    r.seed = next();
    r.instruction_limit = STEPS;
    r.watch_flags = below(2);
    r.profile = below(2);
    if (!below(3)) make_dispatch(p, &r);
    return r;
}

/* False if a result is impossible. */
static bool sound(const assay *m, const struct assay_outcome *out)
{
    struct assay_wave w;
    if (out->status > ASSAY_INVALID || !memchr(out->text, 0, sizeof out->text) || out->instructions > STEPS)
        return false;
    for (uint32_t n = 0; n < out->wave_count && n < WAVES; n++) if (!assay_wave_at(m, n, &w)) return false;
    return true;
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? atol(argv[1]) : 10000;
    long ended[ASSAY_INVALID + 1] = { 0 };
    state = argc > 2 ? strtoull(argv[2], 0, 0) : 1;
    if (argc > 3 && read_pool(argv[3])) return 2;
    assay *m = assay_new(WAVES, 16, CODE);
    struct place *p = calloc(1, sizeof *p);
    if (!m || !p) return 2;
    memset(p->memory, 1, MEMORY);
    for (long k = 0; k < count; k++) {
        const struct assay_run r = make_run(p);
        struct assay_outcome out;
        const uint64_t waves = assay_count_waves(m, &r);
        assay_run(m, &r, &out);
        if (!sound(m, &out) || out.wave_count > waves) {
            fprintf(stderr, "run %ld: impossible outcome\n", k);
            return 1;
        }
        ended[out.status]++;
    }
    printf("ok %ld fault %ld illegal %ld limit %ld unsupported %ld invalid %ld\n", ended[0], ended[1], ended[2],
           ended[3], ended[4], ended[5]);
    free(p);
    assay_free(m);
    return 0;
}
