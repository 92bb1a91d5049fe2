/* Lines: live lanes whose elements lie one behind the other, as most do.  They are placed, read and written as rows;
   where each lane's element is, the body says when somebody asks (placed). */
#include <string.h>
#include "places.h"

static int highest(u64 mask)   { return 63 - __builtin_clzll(mask); }

/* Is word l of live lanes that of the first one and `step` more for each lane behind it? */
WIDEST static bool goes_up(const u32 *restrict row, u32 step, u64 live)
{
    const u32 half[2] = { (u32)live, (u32)(live >> 32) }, first = (u32)lowest(live), zero = row[first] - step * first;
    u32 apart = 0;
    if (live == ~0ull) {
        for (u32 l = 0; l < LANES; l++) apart |= row[l] ^ (zero + step * l);
        return !apart;
    }
    for (u32 h = 0; h < 2; h++)
        for (u32 l = 0; l < LANES / 2; l++) {
            const u32 at = LANES / 2 * h + l;
            apart |= (row[at] - (zero + step * at)) & -(half[h] >> l & 1);
        }
    return !apart;
}

u32 line_bytes(u32 bytes, const u32 *const row[2], u64 live)
{
    if (!live || !goes_up(row[0], bytes, live) || (row[1] && !goes_up(row[1], 0, live))) return 0;
    const u32 span = bytes * (u32)(highest(live) - lowest(live) + 1);
    return row[0][lowest(live)] + (u64)span <= 1ull << 32 ? span : 0;
}

void lay_line(struct body *b, const u8 *at, const u8 *open, u32 bytes, int first)
{
    b->line = (uintptr_t)at - bytes * (u32)first;
    b->line_open = open ? (uintptr_t)open - bytes * (u32)first : 0;
    b->line_bytes = bytes;
}

/* The bytes of that lane. */
static u8 *line_at(const struct body *b, int l)   { return (u8 *)(b->line + b->line_bytes * (u32)l); }
static u8 *line_open_at(const struct body *b, int l)
{ return b->line_open ? (u8 *)(b->line_open + b->line_bytes * (u32)l) : 0; }

/* A dword a lane; all lanes is what a compiler makes wide moves of. */
INLINE void copy_lanes(void *restrict to, const void *restrict from, u32 lanes)
{
    if (lanes == LANES) memcpy(to, from, 4 * LANES);
    else memcpy(to, from, 4 * lanes);
}

/* Word k of elements of `words` dwords, of so many lanes. */
INLINE void gather_word(u32 *restrict row, const u8 *restrict at, u32 k, u32 words, u32 lanes)
{
    if (words == 1) copy_lanes(row, at, lanes);
    else
        for (u32 l = 0; l < lanes; l++) memcpy(&row[l], at + 4 * (words * l + k), 4);
}

WIDEST void load_line(struct body *b, u32 words, u64 live)
{
    const int first = lowest(live);
    const u32 lanes = (u32)(highest(live) - first + 1);
    const u8 *open = line_open_at(b, first);
    for (u32 k = 0; k < words; k++) {
        u32 opened[LANES] = { 0 };
        gather_word(&b->data[k][first], line_at(b, first), k, words, lanes);
        if (open) gather_word(&opened[first], open, k, words, lanes);
        b->data_open[k] = open ? gather_bits(opened) & live : 0;
    }
}

WIDEST bool store_line(const struct body *b, u32 words, u64 live)
{
    const int first = lowest(live);
    const u32 lanes = (u32)(highest(live) - first + 1);
    if (lanes != (u32)__builtin_popcountll(live)) return false;
    for (u32 k = 0; k < words; k++) if (b->data_open[k] & live) return false;
    if (words == 1) copy_lanes(line_at(b, first), &b->data[0][first], lanes);
    else
        for (u32 k = 0; k < words; k++)
            for (u32 l = 0; l < lanes; l++)
                memcpy(line_at(b, first) + 4 * (words * l + k), &b->data[k][(u32)first + l], 4);
    if (line_open_at(b, first)) memset(line_open_at(b, first), 0, 4 * words * lanes);
    return true;
}
