/* Races between waves of a group: accesses that no wait or barrier orders. */
#include <string.h>
#include "wave_clocks.h"
#include "ranges.h"

/* An access to a dword: interval of the wave, path, offset in the code. late: before the last barrier or release.
   in_order: late, and it keeps the order of issue among vector accesses. */
struct past_access { u8 interval, path; bool late, in_order; u32 at; };
enum { WRITES, READS, KINDS, NOTED = 2 };

/* The last writer and reader of a byte since the last barrier, as intervals (wave_clocks.h).  `several` stands for
   unordered ones. in_order: writer before the barrier by a vector access in the order of issue. */
struct byte { u8 writer, reader, atomic, in_order; };

/* Shadow of a dword: its bytes, and the last accesses of two intervals for reads and for writes.  While accesses cover
   whole lines, one entry stands for a line, and its byte 0 for all bytes.  A line that is `split` has an entry for each
   dword. */
enum {
    LINE_SHIFT = 52,
    LDS_LINES = LDS_LIMIT / LINE_BYTES,
    LINES = LDS_LINES + (1 << (64 - LINE_SHIFT)) /* and lines of global memory */
};
struct shadow_word {
    u64 key;                                                           /* the dword, or the first dword of a line */
    u64 epoch : 63, split : 1;
    struct byte byte[4];
    struct past_access last[KINDS][NOTED];
};
struct shadow {
    u64 epoch : 63;
    u32 barrier[GROUP_WAVES];                                          /* pc offset of each wave's last barrier */
    struct intervals intervals;
    struct shadow_word line[LINES], dword[LINES][LINE];
};

#define GDS_SHADOW (1ull << 62)       /* in the hole of the address space */

u64 shadow_bytes(void) { return sizeof(struct shadow); }

/* Each active group has its own shadow. */
static struct shadow *shadow_of(const struct group *g) { return (struct shadow *)g->m->shadow + g->slot; }

struct intervals *intervals_of(const struct group *g) { return &shadow_of(g)->intervals; }

void forget_waves(const struct group *g)
{
    struct shadow *s = shadow_of(g);
    s->epoch++;
    reset_intervals(&s->intervals);
}

/* An entry of the table of global lines belongs to the last line that used it, dword by dword.  Evictions are not
   reported. */
static u32 line_of(bool lds, u64 dword)
{
    const u64 line = dword / LINE;
    return (u32)(lds ? line : LDS_LINES + (line * SPREAD >> LINE_SHIFT));
}

static void claim_shadow_word(const struct shadow *s, struct shadow_word *c, u64 dword)
{
    if (c->epoch != s->epoch || c->key != dword) *c = (struct shadow_word){ .key = dword, .epoch = s->epoch };
}

/* Copies the record of a line to each of its dwords. */
static void split_line(const struct shadow *s, struct shadow_word *line, struct shadow_word *dword)
{
    for (u32 n = 1; n < 4; n++) line->byte[n] = line->byte[0];
    for (u32 n = 0; n < LINE && line->epoch == s->epoch; n++) {
        dword[n] = *line;
        dword[n].key += n;
    }
    line->epoch = s->epoch;
    line->split = true;
}

/* The record of a whole line; 0: the line is split. */
static struct shadow_word *unsplit_line(struct shadow *s, bool lds, u64 dword)
{
    struct shadow_word *line = &s->line[line_of(lds, dword)];
    if (line->epoch == s->epoch && line->split) return 0;
    claim_shadow_word(s, line, dword);
    return line;
}

static struct shadow_word *shadow_word_of(struct shadow *s, bool lds, u64 dword)
{
    const u32 n = line_of(lds, dword);
    struct shadow_word *line = &s->line[n], *c = &s->dword[n][dword % LINE];
    if (line->epoch != s->epoch || !line->split) split_line(s, line, s->dword[n]);
    claim_shadow_word(s, c, dword);
    return c;
}

/* Dwords of a line with equal records become one record again. */
static void merge_line(struct shadow *s, bool lds, u64 dword)
{
    const u32 n = line_of(lds, dword);
    const struct shadow_word *all = s->dword[n];
    bool alike = true;
    for (u32 k = 1; k < 4; k++) alike &= !memcmp(&all->byte[k], &all->byte[0], sizeof all->byte[0]);
    for (u32 k = 1; alike && k < LINE; k++)
        alike = !memcmp(all[k].byte, all->byte, sizeof all->byte) && !memcmp(all[k].last, all->last, sizeof all->last);
    if (alike) s->line[n] = *all;
}

static void note_last(struct shadow_word *c, const struct past_access *a, bool reads_only)
{
    struct past_access *last = c->last[reads_only ? READS : WRITES];
    if (last[0].interval != a->interval) last[1] = last[0];
    last[0] = *a;
}

/* The access that conflicts with the current one: its interval (0: none), write or read. */
struct conflict { u8 interval; bool writes; struct past_access access; };
/* Conflicts of all lanes: the rule; the first conflict of the lowest lane, and what that lane does. */
struct conflicts { u64 racing; struct conflict first; enum rule_id rule; enum verb verb; };

/* The recorded access of that interval.  For several waves, any that is unordered with `me`.  0: not recorded. */
static const struct past_access *last_of(const struct intervals *s, const struct shadow_word *c,
                                         const struct conflict *f, u8 me)
{
    const struct past_access *last = c->last[f->writes ? WRITES : READS];
    const bool several = s->of[f->interval].wave == SEVERAL_WAVES;
    for (u32 n = 0; n < NOTED; n++) {
        const u8 one = last[n].interval;
        if (one && (several ? one != me && !is_ordered_after(s, me, one) : one == f->interval)) return &last[n];
    }
    return 0;
}

/* Is it another wave's, and not ordered before `me`? */
INLINE bool is_unordered(const struct intervals *s, u8 interval, u8 me)
{ return interval && interval != me && !is_ordered_after(s, me, interval); }

/* The interval that stands for the previous ones and this one. */
INLINE u8 joined_interval(const struct intervals *s, u8 interval, u8 me)
{ return is_unordered(s, interval, me) ? s->several : me; }

static bool set_conflict(struct conflict *conflict, u8 interval, bool writes)
{
    *conflict = (struct conflict){ interval, writes, { 0 } };
    return true;
}

/* Does this access conflict with an earlier one?  `conflict` receives it.  Then the access is recorded. */
INLINE bool note_byte(const struct intervals *s, struct byte *b, const struct past_access *a, enum verb verb,
                      struct conflict *conflict)
{
    const bool reads_only = verb == LOAD, atomic = verb == ATOMIC;
    const u8 me = a->interval;
    bool conflicting = false;
    if (a->in_order) {
        if (!reads_only) b->in_order = joined_interval(s, b->in_order, me);
        return false;
    }
    if (a->path == SCALAR_PATH && is_unordered(s, b->in_order, me))
        conflicting = set_conflict(conflict, b->in_order, true);
    if (!(atomic && b->atomic) && is_unordered(s, b->writer, me)) conflicting = set_conflict(conflict, b->writer, true);
    if (!reads_only && is_unordered(s, b->reader, me)) conflicting = set_conflict(conflict, b->reader, false);
    if (reads_only) b->reader = joined_interval(s, b->reader, me);
    else {
        b->writer = joined_interval(s, b->writer, me);
        b->atomic = atomic;
    }
    return conflicting;
}

static bool is_in_lds(const struct group *g, const u8 *at) { return (uintptr_t)at - (uintptr_t)g->lds < LDS_LIMIT; }

/* Address of a byte in shadow memory.  The global data share lies beyond all addresses. */
static u64 shadow_address(const struct wave *w, const u8 *at)
{
    if (is_in_lds(w->g, at)) return (u64)(at - w->g->lds);
    if (is_in(&w->m->gds, at)) return GDS_SHADOW + (u64)(at - w->m->gds.bytes);
    return guest_address(w->m, at);
}

/* The same for several bytes.  Bytes with equal records have equal results. */
static bool note_bytes(const struct intervals *s, struct shadow_word *c, u32 first, u32 count,
                       const struct past_access *a, enum verb verb, struct conflict *conflict)
{
    struct byte was = { 0 }, is = { 0 };
    bool conflicting = false;
    for (u32 n = first; n < first + count; n++) {
        if (n == first || memcmp(&c->byte[n], &was, sizeof was)) {
            was = is = c->byte[n];
            if (note_byte(s, &is, a, verb, conflict)) {
                const struct past_access *last = last_of(s, c, conflict, a->interval);
                if (last) conflict->access = *last;
                conflicting = true;
            }
        }
        c->byte[n] = is;
    }
    note_last(c, a, verb == LOAD);
    return conflicting;
}

static enum rule_id rule_of(bool lds, u64 address)
{ return lds ? R_RACE_LDS : address - GDS_SHADOW < GDS_LIMIT ? R_RACE_GDS : R_RACE_GLOBAL; }

static void add_conflict(struct conflicts *found, const struct conflict *conflict, u64 lanes, enum rule_id rule,
                         enum verb verb)
{
    const u64 racing = found->racing | lanes;
    if (!found->racing || lowest(lanes) < lowest(found->racing))
        *found = (struct conflicts){ 0, *conflict, rule, verb };
    found->racing = racing;
}

/* Returns its racing lanes, and adds them to `found`. */
static u64 note_range(const struct wave *w, const struct range *r, bool lds, const struct past_access *a,
                      enum verb verb, struct conflicts *found)
{
    struct shadow *s = shadow_of(w->g);
    const struct intervals *of = &s->intervals;
    u64 racing = 0;
    for (u32 at = 0, bytes; at < r->bytes; at += bytes) {
        const u64 address = r->address + at;
        struct shadow_word *line = is_line_at(r, at) ? unsplit_line(s, lds, address >> 2) : 0;
        bytes = line ? LINE_BYTES : bytes_of_dword(r, at);
        struct conflict other;
        const bool conflicting = line ? note_bytes(of, line, 0, 1, a, verb, &other)
                                      : note_bytes(of, shadow_word_of(s, lds, address >> 2), address & 3, bytes, a,
                                                   verb, &other);
        if (!line && ends_line(r, at)) merge_line(s, lds, address >> 2);
        if (!conflicting) continue;
        const u64 lanes = lanes_at(r, at, bytes);
        add_conflict(found, &other, lanes, rule_of(lds, address), verb);
        racing |= lanes;
    }
    return racing;
}

/* Is it ordered by issue across a barrier, without a wait? */
static bool keeps_issue_order(const struct wave *w, const struct pending *p)
{ return w->m->dispatch.vector_in_order && p->event.path == VECTOR_PATH && !p->by->lds; }

/* Records a line as ranges, since no two of its lanes share a dword.  False: they do. */
static bool note_line(const struct wave *w, const struct pending *p, const struct past_access *a,
                      struct conflicts *found)
{
    const struct body *b = body_of(w, p);
    const bool lds = is_in_lds(w->g, start_of_run(b, p->live));
    for (u64 left = p->live, run; left; left &= ~run) {
        run = first_run(left);
        const struct range r = range_of_run(b, shadow_address(w, start_of_run(b, run)), run);
        if (r.address & 3) return false;
        note_range(w, &r, lds, a, (enum verb)p->verb, found);
    }
    return true;
}

/* Records lane l's element, contiguous or not. */
static u64 note_element(const struct wave *w, const struct body *b, const u8 *at, int l, u32 bytes,
                        const struct past_access *mine, enum verb verb, struct conflicts *found)
{
    u64 racing = 0;
    for (struct byte_run s = byte_run_at(b, l, 0, bytes); s.bytes; s = byte_run_after(b, l, s, bytes)) {
        const struct range r = { shadow_address(w, at + s.offset), s.bytes, s.bytes, l };
        racing |= note_range(w, &r, is_in_lds(w->g, at), mine, verb, found);
    }
    return racing;
}

/* Does each lane access the dword behind that of the previous lane?  Further dwords of its element must be a row of all
   lanes apart, in one memory.  A wave's private memory has this layout. */
static bool are_dwords_in_a_row(const struct wave *w, const struct pending *p, const struct body *b)
{
    if (!p->by->fast.dwords || w->m->trace || !p->live || first_run(p->live) != p->live) return false;
    const int first = lowest(p->live), lanes = __builtin_popcountll(p->live);
    const u32 bytes = access_bytes(w, p);
    const u8 *at = b->at[0][first];
    if (b->as || b->crossing || !at) return false;
    for (int l = first; l < first + lanes; l++) {
        if (b->at[0][l] != at + 4 * (l - first) || b->step[l] != 4 * w->lanes) return false;
        if (bytes_there(b, l, bytes) != bytes) return false;
    }
    const u8 *last = at + 4 * (lanes - 1) + offset_to(b, first, bytes - 4);
    const u64 begin = shadow_address(w, at);
    return !(begin & 3) && shadow_address(w, last) == begin + (u64)(last - at) &&
           is_in_lds(w->g, at) == is_in_lds(w->g, last);
}

static void note_rows(const struct wave *w, const struct pending *p, const struct body *b,
                      const struct past_access *mine, struct conflicts *found)
{
    const int first = lowest(p->live);
    const u32 each = 4 * (u32)__builtin_popcountll(p->live);
    const u8 *at = b->at[0][first];
    for (u32 n = 0; n < access_bytes(w, p); n += 4) {
        const struct range r = { shadow_address(w, at + offset_to(b, first, n)), each, 4, first };
        note_range(w, &r, is_in_lds(w->g, at), mine, (enum verb)p->verb, found);
    }
}

/* The same for lanes in one memory; 0: not contiguous. */
static u64 lanes_in_one(const struct wave *w, const struct body *b, u8 *const *at, u32 bytes, u64 left)
{
    const u64 run = lanes_in_a_row(w, b, at, bytes, left);
    if (!run) return 0;
    const u8 *first = at[lowest(run)], *last = at[63 - __builtin_clzll(run)];
    const u64 begin = shadow_address(w, first);
    return begin & 3 || shadow_address(w, last) != begin + (u64)(last - first) ? 0 : run;
}

/* Records the e-th places of an access.  A lane of an atomic may follow another lane of it, which is an atomic too. */
static void note_own(const struct wave *w, const struct pending *p, const struct body *b, u32 e, enum verb verb,
                     const struct past_access *mine, struct conflicts *found)
{
    const u32 bytes = access_bytes(w, p);
    for (u64 left = p->live, run; left; left &= ~run) {
        const int l = lowest(left);
        const u8 *at = b->at[e][l];
        run = lanes_in_one(w, b, b->at[e], bytes, left);
        if (run) {
            const struct range r = { shadow_address(w, at), bytes * (u32)__builtin_popcountll(run), bytes, l };
            note_range(w, &r, is_in_lds(w->g, at), mine, verb, found);
            continue;
        }
        run = verb == ATOMIC ? left & -left : lanes_of_one(w, b, b->at[e], bytes, left);
        if (at && note_element(w, b, at, l, bytes_there(b, l, bytes), mine, verb, found)) found->racing |= run;
    }
}

/* Records the LDS side of a transfer: one dword in a lane. */
static void note_lds_transfer(const struct wave *w, const struct pending *p, const struct body *b, u32 e,
                              enum verb verb, const struct past_access *mine, struct conflicts *found)
{
    for (u64 left = p->live; left; left &= left - 1) {
        const int l = lowest(left);
        const struct range r = { b->at[e][l] ? shadow_address(w, b->at[e][l]) : 0, 4, 4, l };
        if (b->at[e][l]) note_range(w, &r, true, mine, verb, found);
    }
}

static void note_lanes(const struct wave *w, const struct pending *p, const struct past_access *mine,
                       struct conflicts *found)
{
    const struct body *b = placed(w, p);
    const struct access *a = access_of(w, p);
    const enum verb own = (enum verb)p->verb;
    if (are_dwords_in_a_row(w, p, b)) { note_rows(w, p, b, mine, found); return; }
    for (u32 e = 0; e < (u32)a->count + (a->source_in_lds || p->by->lds); e++)
        if (e && p->by->lds) note_lds_transfer(w, p, b, e, own == LOAD ? STORE : LOAD, mine, found);
        else note_own(w, p, b, e, e && a->source_in_lds ? LOAD : own, mine, found);
}

struct note_context { const struct wave *w; const struct past_access *mine; struct conflicts *found; };

static void note_place(void *watcher, int lane, u8 *at, u32 bytes, bool changes)
{
    const struct note_context *n = watcher;
    const struct range r = { shadow_address(n->w, at), bytes, bytes, lane };
    note_range(n->w, &r, is_in_lds(n->w->g, at), n->mine, changes ? STORE : LOAD, n->found);
}

static struct conflicts note_access(struct wave *w, const struct pending *p, bool late)
{
    const struct past_access mine = { intervals_of(w->g)->own[place_in_group(w)], p->event.path, late,
                                      late && keeps_issue_order(w, p), (u32)code_place(w->m, p->pc) };
    struct conflicts found = { 0 };
    if (p->places) p->places(w, p, note_place, &(struct note_context){ w, &mine, &found });
    else if (!body_of(w, p)->line || !note_line(w, p, &mine, &found)) note_lanes(w, p, &mine, &found);
    return found;
}

static bool watched(const struct wave *w, const struct pending *p)
{ return !is_controlled(w->m) && w->g->wave_count > 1 && p->verb != VALUE; }

/* "lane 3 reads bytes that wave 1 writes at 0x10020, with no barrier between". */
static void report_race(struct wave *w, const struct conflicts *found)
{
    const struct conflict *f = &found->first;
    const enum rule_id rule = found->rule;
    const int l = lowest(found->racing);
    const struct shadow *s = shadow_of(w->g);
    const char *mine = found->verb == LOAD ? "reads" : found->verb == STORE ? "writes" : "changes";
    const char *its = f->writes ? "writes" : "reads";
    const struct past_access *a = &f->access;
    const u64 at = code_address(w->m, a->at);
    const u32 other = s->intervals.of[a->interval].wave, who = w->g->first_wave + other;
    if (!a->interval) report(w, rule, "lane %d %s bytes that another wave %s, with no barrier between", l, mine, its);
    else if (!a->late)
        report(w, rule, "lane %d %s bytes that wave %u %s at 0x%llx, with no barrier between", l, mine, who, its,
               (unsigned long long)at);
    else
        report(w, rule, "lane %d %s bytes that wave %u %s at 0x%llx, not waited for before its barrier at 0x%llx", l,
               mine, who, its, (unsigned long long)at, (unsigned long long)code_address(w->m, s->barrier[other]));
}

/* Racing bytes and results become undefined. */
void check_waves(struct wave *w, struct pending *p)
{
    if (!watched(w, p)) return;
    const struct conflicts found = note_access(w, p, false);
    if (!found.racing) return;
    struct body *b = body_of(w, p);
    report_race(w, &found);
    b->lost |= found.racing;
    for (u32 n = 0; n < ROWS; n++) undefine_data(b, n, found.racing);
}

u64 check_read(struct wave *w, u64 lanes, u8 *const *at, u32 bytes)
{
    const struct past_access mine = { intervals_of(w->g)->own[place_in_group(w)], LDS_PATH, false, false,
                                      (u32)code_place(w->m, w->pc) };
    struct conflicts found = { 0 };
    if (is_controlled(w->m)) note_read(w, lanes, at, bytes);
    if (!WATCHED || is_controlled(w->m) || w->g->wave_count < 2) return 0;
    for (; lanes; lanes &= lanes - 1) {
        const int l = lowest(lanes);
        if (!at[l]) continue;
        const struct range r = { shadow_address(w, at[l]), bytes, bytes, l };
        note_range(w, &r, true, &mine, LOAD, &found);
    }
    if (found.racing) report_race(w, &found);
    return found.racing;
}

/* Does nothing for accesses that keep the order of issue. */
void note_again_in_group(struct wave *w)
{
    if (w->m->dispatch.vector_in_order) access_vectors(w);
    if (w->now) shadow_of(w->g)->barrier[place_in_group(w)] = w->now->pc_offset;   /* 0: it has not begun */
    for (u32 n = 0; n < w->pending_count; n++)
        if (watched(w, &outstanding(w)->head[n])) note_access(w, &outstanding(w)->head[n], true);
}
