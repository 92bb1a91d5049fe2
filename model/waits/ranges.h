/* Contiguous bytes that lanes access. races.c and groups.c process them by the line where a whole line is accessed,
   else by the dword. */
#pragma once
#include "waits.h"

enum { LINE = 16, LINE_BYTES = 4 * LINE };                       /* dwords of a shadow line; its bytes */

/* `each` bytes for each lane, from lane `first` on. */
struct range { u64 address; u32 bytes, each; int first; };

/* The lowest run of consecutive lanes. */
INLINE u64 first_run(u64 lanes)   { return lanes & ~(lanes + (lanes & -lanes)); }

INLINE struct range range_of_run(const struct body *b, u64 address, u64 run)
{ return (struct range){ address, b->line_bytes * (u32)__builtin_popcountll(run), b->line_bytes, lowest(run) }; }

/* The first byte of the run's lowest lane.  The body is a line. */
INLINE const u8 *start_of_run(const struct body *b, u64 run)
{ return (const u8 *)(b->line + b->line_bytes * (u32)lowest(run)); }

/* Is the whole element of lane l mapped and contiguous? */
INLINE bool is_whole(const struct body *b, int l, u32 bytes)
{
    const bool pieces = b->crossing >> l & 1 || b->moved.fragments || (bytes > 4 && b->step[l] != 4);
    return !pieces && bytes_there(b, l, bytes) == bytes;
}

/* Is lane l live, and its element directly behind that of lane l - 1? */
INLINE bool follows(u8 *const *at, u32 bytes, int l, u64 live)
{ return l < LANES && live >> l & 1 && at[l] == at[l - 1] + bytes; }

/* Two or more lanes from the lowest on whose whole elements are contiguous; 0: none. */
static inline u64 lanes_in_a_row(const struct wave *w, const struct body *b, u8 *const *at, u32 bytes, u64 left)
{
    int l = lowest(left);
    if (!at[l] || !follows(at, bytes, l + 1, left) || !is_whole(b, l, bytes)) return 0;
    if (bytes % 4 || b->as || w->m->trace) return 0;
    while (follows(at, bytes, l + 1, left) && is_whole(b, l + 1, bytes)) l++;
    return left & ~0ull >> (63 - l);
}

/* Lanes that access the same whole element as the lowest lane.  One record serves all of them. */
static inline u64 lanes_of_one(const struct wave *w, const struct body *b, u8 *const *at, u32 bytes, u64 left)
{
    int l = lowest(left);
    if (!follows(at, 0, l + 1, left) || w->m->trace || !is_whole(b, l, bytes)) return left & -left;
    while (follows(at, 0, l + 1, left) && is_whole(b, l + 1, bytes)) l++;
    return left & ~0ull >> (63 - l);
}

/* Does a line begin at that byte and end within the range? */
INLINE bool is_line_at(const struct range *r, u32 at)
{ return !((r->address + at) % LINE_BYTES) && r->bytes - at >= LINE_BYTES; }

/* Is it the last dword of a line that lies within the range? */
INLINE bool ends_line(const struct range *r, u32 at)
{ return (r->address + at) % LINE_BYTES == LINE_BYTES - 4 && at >= LINE_BYTES - 4 && r->bytes - at >= 4; }

/* The number of bytes from there on that belong to one dword. */
INLINE u32 bytes_of_dword(const struct range *r, u32 at)
{
    const u32 rest = 4 - (u32)(r->address + at) % 4;
    return r->bytes - at < rest ? r->bytes - at : rest;
}

/* The lanes of `bytes` bytes from there on. */
INLINE u64 lanes_at(const struct range *r, u32 at, u32 bytes)
{
    const u32 from = at / r->each, to = (at + bytes - 1) / r->each;
    return ~0ull >> (63 - (to - from)) << ((u32)r->first + from);
}
