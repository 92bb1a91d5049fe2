/* Benchmark: decoded instructions per second on one core, from legal words.  Prints `decode GFX RATE` for each
   architecture. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "decode.h"

enum { POOL = 4096, BYTES = 20 };

static u64 state = 0x9e3779b97f4a7c15;
static u64 next(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Fills the pool with random words that decode. */
static void fill(const struct traits *t, u32 lanes, u8 (*pool)[BYTES])
{
    struct inst i, other;
    for (u32 n = 0; n < POOL;) {
        for (u32 k = 0; k < BYTES; k++) pool[n][k] = (u8)(next() >> 24);
        if (decode(t, lanes, pool[n], BYTES, &i, &other)) n++;
    }
}

int main(int count, char **arguments)
{
    static u8 pool[POOL][BYTES];
    const u64 rounds = count > 1 ? strtoull(arguments[1], 0, 0) : 1000;
    static const char *const archs[] = { "gfx906", "gfx1100" };
    for (u32 arch = 0; arch < 2; arch++) {
        const struct traits *t = &traits[assay_arch(archs[arch])];
        const u32 lanes = t->wave32 ? 32 : 64;
        struct inst i, other;
        u64 bytes = 0;
        fill(t, lanes, pool);
        const double start = now();
        for (u64 round = 0; round < rounds; round++)
            for (u32 n = 0; n < POOL; n++) bytes += decode(t, lanes, pool[n], BYTES, &i, &other);
        const double seconds = now() - start;
        printf("decode %s %.0f\n", t->name, (double)(rounds * POOL) / seconds);
        if (!bytes) return 1;
    }
    return 0;
}
