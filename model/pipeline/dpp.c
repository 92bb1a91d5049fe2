/* DPP: source lanes by spec/moves.txt (RDNA3 ISA, 7.7; Vega ISA, 13 "DPP"). */
#include <string.h>
#include "dpp.h"
#include "pipeline.h"

enum { OUTSIDE = -1 };
/* The source lane of each lane, or OUTSIDE. */
#define FROM(expression) EACH_LANE { const int n = l; from[l] = (expression); } break
WIDEST static void lanes_read(const struct move *m, int *restrict from)
{
    const int k = m->kind == MOVE_DPP8 ? (int)m->lanes : m->amount;
    switch ((enum move_kind)m->kind) {
#include "moves.inc"
    default:                   EACH_LANE from[l] = OUTSIDE;
    }
}

void resolve_move(struct move *m)
{
    int from[LANES];
    lanes_read(m, from);
    EACH_LANE m->within |= (u64)(from[l] >= 0) << l;
    EACH_LANE m->from[l] = (u8)(from[l] < 0 ? l : from[l]);
    EACH_LANE m->rows |= (u64)(m->row_mask >> l / 16 & m->bank_mask >> l / 4 % 4 & 1) << l;
    m->by_rows = true;
    EACH_LANE m->by_rows &= m->from[l] / 16 == m->from[l & ~15] / 16;
}

WIDEST u64 moved_bits(const u8 *from, u64 bits)
{
    u64 moved = 0;
    EACH_LANE moved |= (bits >> from[l] & 1) << l;
    return moved;
}

/* Moves within rows use a host instruction, which compilers do not generate from a loop. */
#ifdef __x86_64__
#include <immintrin.h>
#define shuffles_rows() __builtin_cpu_supports("avx512f")
__attribute__((target("avx512f"))) static void shuffle_rows(u32 *restrict to, const u32 *restrict row, const u8 *from,
                                                            u64 there)
{
    for (int l = 0; l < LANES; l += 16) {
        const __m512i lane = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(from + l))),
                      words = _mm512_loadu_si512(row + (from[l] & ~15));
        _mm512_storeu_si512(to + l, _mm512_maskz_permutexvar_epi32((__mmask16)(there >> l), lane, words));
    }
}
#else
#define shuffles_rows()               false
#define shuffle_rows(to, row, from, there)   ((void)0)
#endif

WIDEST void move_row(u32 *restrict to, const u32 *restrict row, const u8 *from, u64 there, bool by_rows)
{
    const u32 half[2] = { (u32)there, (u32)(there >> 32) };
    if (by_rows && shuffles_rows()) {
        shuffle_rows(to, row, from, there);
        return;
    }
    EACH_LANE to[l] = row[from[l]];
    if (there == ~0ull) return;
    for (int h = 0; h < 2; h++)
        for (int l = 0; l < LANES / 2; l++) to[LANES / 2 * h + l] &= -(half[h] >> l & 1);
}

/* The lanes whose source lane may be read.  An inactive source lane is read only with FI (RDNA3 ISA, 7.7.1, Table
   31). */
static u64 lanes_there(const struct wave *w, const struct move *m, u64 live)
{ return m->fetch_inactive || live == w->wave_mask ? m->within : m->within & moved_bits(m->from, live); }

/* Lanes without a source read 0. move_writes decides whether they are written. */
void move_source(struct wave *w, const struct inst *i, struct lanes *o, u32 k)
{
    const u32 *row = o->s[0][k];
    u32 *to = o->copy[0][k], was[LANES];
    const u64 there = lanes_there(w, &i->move, live_lanes(w));
    if (row == to) row = memcpy(was, row, sizeof was);
    move_row(to, row, i->move.from, there, i->move.by_rows);
    o->s[0][k] = to;
    if (o->open[0]) o->open[0] = moved_bits(i->move.from, o->open[0]) & there;
}

/* With BOUND_CTRL a lane without a source reads 0.  With FI an out-of-range one does.  Otherwise the lane is not
   written.  DPP8 has no out-of-range lanes; inactive source lanes give 0.  Row and bank masks disable writes. */
u64 move_writes(const struct wave *w, const struct inst *i, u64 live)
{
    const struct move *m = &i->move;
    const bool bounds = m->bound_ctrl || m->fetch_inactive || m->kind == MOVE_DPP8;
    return m->rows & (bounds ? ~0ull : lanes_there(w, m, live));
}
