/* numpy's SFC64 seeded by its SeedSequence, for the draws of one case. Making Python's objects takes longer than the
   draws of a case. The seeding is M. O'Neill's (randutils, 2015). */
#include "draws.h"

enum { POOL = 4, SEEDED = 12 };                /* words of the pool; numbers skipped at the start */

static uint64_t next_uint64(void *state) { return stream_uint64(state); }

static uint32_t next_uint32(void *state) { return stream_uint32(state); }

static double next_double(void *state) { return stream_double(state); }

static uint32_t hashed(uint32_t value, uint32_t *by, uint32_t times)
{
    value ^= *by;
    *by *= times;
    value *= *by;
    return value ^ value >> 16;
}

static uint32_t mixed(uint32_t one, uint32_t other)
{
    const uint32_t both = 0xCA01F9DDu * one - 0x4973F715u * other;
    return both ^ both >> 16;
}

void plan_seed(struct plan_stream *stream, uint64_t seed)
{
    uint32_t pool[POOL] = { (uint32_t)seed, (uint32_t)(seed >> 32) }, by = 0x43B0D7E5u;
    for (int n = 0; n < POOL; n++) pool[n] = hashed(pool[n], &by, 0x931E8875u);
    for (int from = 0; from < POOL; from++)
        for (int to = 0; to < POOL; to++)
            if (from != to) pool[to] = mixed(pool[to], hashed(pool[from], &by, 0x931E8875u));
    *stream = (struct plan_stream){ { stream, next_uint64, next_uint32, next_double, next_uint64 }, { [3] = 1 }, 0, 0 };
    by = 0x8B51F9DDu;
    for (int n = 0; n < 6; n++)
        stream->words[n / 2] |= (uint64_t)hashed(pool[n % POOL], &by, 0x58F38DEDu) << n % 2 * 32;
    for (int n = 0; n < SEEDED; n++) next_uint64(stream);
}
