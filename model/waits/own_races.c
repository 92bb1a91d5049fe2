/* Races within one wave, without a wait between: scalar against vector accesses, and lanes of one store. */
#include "waits.h"

/* ---- one wave ---- */

struct wanted { const u8 *first; u32 bytes; bool overlaps; };

static void compare_wanted(void *watcher, int lane, u8 *at, u32 bytes, bool changes)
{
    struct wanted *x = watcher;
    (void)lane, (void)changes;
    x->overlaps |= at < x->first + x->bytes && x->first < at + bytes;
}

static bool reaches(struct wave *w, const struct pending *p, const u8 *first, u32 bytes)
{
    const struct body *b = placed(w, p);
    struct wanted x = { first, bytes, false };
    if (p->places) { p->places(w, p, compare_wanted, &x); return x.overlaps; }
    for (u64 left = p->live; left; left &= left - 1) {
        const int l = lowest(left);
        const u8 *at = b->at[0][l];
        const u32 own = at ? bytes_there(b, l, access_bytes(w, p)) : 0;
        for (struct byte_run s = byte_run_at(b, l, 0, own); s.bytes; s = byte_run_after(b, l, s, own))
            if (at + s.offset < first + bytes && first < at + s.offset + s.bytes) return true;
    }
    return false;
}

/* Dwords of a scalar access may be in several regions, or beyond a buffer and unmapped. */
static bool overlaps_scalar(struct wave *w, const struct pending *p, const struct pending *scalar)
{
    for (u64 left = scalar->live; left; left &= left - 1) {
        const u8 *at = body_of(w, scalar)->at[0][lowest(left)];
        if (at && reaches(w, p, at, access_bytes(w, scalar))) return true;
    }
    return false;
}

/* For a transfer between memory and LDS: does another access overlap its dwords in LDS? */
static bool overlaps_in_lds(const struct wave *w, const struct pending *beside, const struct pending *other)
{
    const struct body *b = placed(w, other);
    const struct access *a = &other->by->op->access;
    for (u64 left = beside->live; left; left &= left - 1) {
        const u8 *spot = body_of(w, beside)->at[1][lowest(left)];
        for (u64 n = other->live; n; n &= n - 1)
            for (int e = 0; e < a->count + a->source_in_lds; e++) {
                const u8 *at = b->at[e][lowest(n)];
                if (at && at < spot + 4 && spot < at + span_of(b, lowest(n), access_bytes(w, other))) return true;
            }
    }
    return false;
}

/* VMcnt and LGKMcnt are unordered.  DS accesses and LDS transfers need a wait between them (Vega ISA, 4.4). */
static void check_lds_transfer(struct wave *w, const struct pending *p)
{
    for (const struct pending *q = outstanding(w)->head; q < p; q++) {
        const bool either = p->by->lds ? q->event.path & LDS_PATH : q->by->lds;
        if (!either || q->verb == VALUE || p->verb == VALUE) continue;
        if (!overlaps_in_lds(w, p->by->lds ? p : q, p->by->lds ? q : p)) continue;
        report(w, R_MEMORY_OWN_UNWAITED, "overlaps bytes of LDS that %s at 0x%llx accesses, with no wait between",
               q->by->form->spelling, (unsigned long long)q->pc);
        body_of(w, p)->lost = ~0ull;
        return;
    }
}

/* Scalar and vector memory are two paths with separate caches.  Scalar accesses are unordered among themselves.  A
   wave's vector accesses to one byte are ordered. */
void check_own(struct wave *w, const struct pending *p)
{
    const bool scalar = p->event.path == SCALAR_PATH;
    if (is_controlled(w->m)) return;
    if (outstanding(w)->lds_transfers && !scalar) check_lds_transfer(w, p);
    if (p->event.path == LDS_PATH || !outstanding(w)->scalar) return;
    for (const struct pending *q = outstanding(w)->head; q < p; q++) {
        if (!(scalar || q->event.path == SCALAR_PATH) || q->verb == VALUE || q->event.path == LDS_PATH) continue;
        if ((q->verb == LOAD && p->verb == LOAD) || !overlaps_scalar(w, scalar ? q : p, scalar ? p : q)) continue;
        report(w, R_MEMORY_OWN_UNWAITED, "overlaps bytes that %s at 0x%llx %s, with no wait between",
               q->by->form->spelling, (unsigned long long)q->pc, q->verb == LOAD ? "reads" : "writes");
        body_of(w, p)->lost = ~0ull;
        return;
    }
}

/* ---- lanes of one store ---- */

/* `bytes` contiguous bytes of a lane's element from byte `from` on. */
struct piece {
    u8 *at;
    u8 element, lane, from, bytes;
};
enum { PARTS = 5, PIECES = ELEMENTS * LANES * PARTS };           /* maximum for a lane: 16 bytes across parts of 4 */

/* Insertion by address; most stores are already sorted. */
static u32 sort_in(struct piece *piece, u32 count, struct piece new)
{
    u32 n = count;
    for (; n && piece[n - 1].at > new.at; n--) piece[n] = piece[n - 1];
    piece[n] = new;
    return count + 1;
}

static u32 sorted_pieces(const struct wave *w, const struct pending *p, const struct body *b, struct piece *piece)
{
    u32 count = 0;
    for (u32 e = 0; e < p->by->op->access.count; e++)
        for (u64 left = p->live; left; left &= left - 1) {
            const int l = lowest(left);
            u8 *at = b->at[e][l];
            const u32 bytes = at ? bytes_there(b, l, access_bytes(w, p)) : 0;
            for (struct byte_run s = byte_run_at(b, l, 0, bytes); s.bytes; s = byte_run_after(b, l, s, bytes))
                count = sort_in(piece, count, (struct piece){ at + s.offset, (u8)e, (u8)l, (u8)s.n, (u8)s.bytes });
        }
    return count;
}

static u8 byte_of(const struct body *b, const struct piece *p, u64 n)
{
    const u64 at = p->from + n;
    return (u8)(b->data[ELEMENT_ROWS * p->element + at / 4][p->lane] >> 8 * (at % 4));
}

/* Do the bytes that both write differ? */
static bool differ(const struct body *b, const struct piece *low, const struct piece *high)
{
    const u64 apart = (u64)(high->at - low->at);
    for (u64 n = 0; n < high->bytes && apart + n < low->bytes; n++)
        if (byte_of(b, low, apart + n) != byte_of(b, high, n)) return true;
    return false;
}

static void open_piece(struct body *b, const struct piece *p)
{
    for (u32 k = 0; k < ELEMENT_ROWS; k++) undefine_data(b, ELEMENT_ROWS * p->element + k, 1ull << p->lane);
}

/* A pair of lanes as one number.  The lowest pair is reported, independent of host addresses. */
static u32 pair_of(u32 a, u32 b) { return a < b ? a * LANES + b : b * LANES + a; }

/* The winning lane is unspecified, so differing bytes become undefined. */
void check_lanes(struct wave *w, struct pending *p)
{
    struct body *b = body_of(w, p);
    struct piece piece[PIECES];
    u32 lowest_pair = ~0u;
    if (w->m->run->choices.colliding_lanes != ASSAY_LANES_OPEN) return; /* the target has declared an order */
    if (p->verb != STORE || p->by->form->encoding == E_SCRATCH || b->line) return;
    const u32 count = sorted_pieces(w, p, b, piece);
    for (u32 n = 0; n < count; n++)
        for (u32 m = n + 1; m < count && piece[m].at < piece[n].at + piece[n].bytes; m++) {
            const u32 pair = pair_of(piece[n].lane, piece[m].lane);
            if (!differ(b, &piece[n], &piece[m])) continue;
            if (pair < lowest_pair) lowest_pair = pair;
            open_piece(b, &piece[n]);
            open_piece(b, &piece[m]);
        }
    if (lowest_pair != ~0u)
        report(w, R_RACE_LANES, "lanes %u and %u store different data to the same bytes", lowest_pair / LANES,
               lowest_pair % LANES);
}
