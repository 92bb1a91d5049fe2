/* Lines: live lanes whose elements lie one behind the other, as most do.  They are placed, read and written as rows;
   where each lane's element is, the body says all the same, for whoever asks. */
#include <string.h>
#include "places.h"

static int highest(u64 mask)   { return 63 - __builtin_clzll(mask); }

/* Is word l of live lanes that of the first one and `step` more for each lane behind it? */
WIDEST static bool goes_up(const u32 *restrict row, u32 step, u64 live)
{
    const u32 half[2] = { (u32)live, (u32)(live >> 32) }, first = (u32)lowest(live), zero = row[first] - step * first;
    u32 apart = 0;
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

WIDEST void lay_line(struct body *b, u8 *at, u8 *open, u32 bytes, int first)
{
    const uintptr_t place = (uintptr_t)at - bytes * (u32)first, shadow = (uintptr_t)open - bytes * (u32)first;
    EACH_LANE b->at[0][l] = (u8 *)(place + bytes * (u32)l);
    EACH_LANE b->open_at[0][l] = open ? (u8 *)(shadow + bytes * (u32)l) : 0;
    b->line = true;
}

/* Word k of elements of `words` dwords, of so many lanes. */
INLINE void gather_word(u32 *restrict row, const u8 *restrict at, u32 k, u32 words, u32 lanes)
{
    if (words == 1) memcpy(row, at, 4 * lanes);
    else
        for (u32 l = 0; l < lanes; l++) memcpy(&row[l], at + 4 * (words * l + k), 4);
}

WIDEST void load_line(struct body *b, u32 words, u64 live)
{
    const int first = lowest(live);
    const u32 lanes = (u32)(highest(live) - first + 1);
    const u8 *open = b->open_at[0][first];
    for (u32 k = 0; k < words; k++) {
        u32 opened[LANES] = { 0 };
        gather_word(&b->data[k][first], b->at[0][first], k, words, lanes);
        if (open) gather_word(&opened[first], open, k, words, lanes);
        b->data_open[k] = open ? gather_bits(opened) & live : 0;
    }
}

bool store_line(const struct body *b, u32 words, u64 live)
{
    const int first = lowest(live);
    const u32 lanes = (u32)(highest(live) - first + 1);
    if (lanes != (u32)__builtin_popcountll(live)) return false;
    for (u32 k = 0; k < words; k++) if (b->data_open[k] & live) return false;
    if (words == 1) memcpy(b->at[0][first], &b->data[0][first], 4 * lanes);
    else
        for (u32 k = 0; k < words; k++)
            for (u32 l = 0; l < lanes; l++)
                memcpy(b->at[0][first] + 4 * (words * l + k), &b->data[k][(u32)first + l], 4);
    if (b->open_at[0][first]) memset(b->open_at[0][first], 0, 4 * words * lanes);
    return true;
}
