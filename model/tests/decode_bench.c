/* Decodes a second on one core, over words that are instructions: one line `decode GFX RATE` a family. */
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

/* Random words that decode, as many as the pool holds. */
static void fill(enum family family, u32 lanes, u8 (*pool)[BYTES])
{
    struct inst i, other;
    for (u32 n = 0; n < POOL; ) {
        for (u32 k = 0; k < BYTES; k++) pool[n][k] = (u8)(next() >> 24);
        if (decode(family, lanes, pool[n], BYTES, &i, &other)) n++;
    }
}

int main(int count, char **arguments)
{
    static u8 pool[POOL][BYTES];
    const u64 rounds = count > 1 ? strtoull(arguments[1], 0, 0) : 1000;
    for (enum family family = GFX9; family < FAMILIES; family++) {
        const u32 lanes = family == GFX9 ? 64 : 32;
        struct inst i, other;
        u64 bytes = 0;
        fill(family, lanes, pool);
        const double start = now();
        for (u64 round = 0; round < rounds; round++)
            for (u32 n = 0; n < POOL; n++) bytes += decode(family, lanes, pool[n], BYTES, &i, &other);
        const double seconds = now() - start;
        printf("decode %s %.0f\n", family == GFX9 ? "gfx906" : "gfx1100", (double)(rounds * POOL) / seconds);
        if (!bytes) return 1;
    }
    return 0;
}
