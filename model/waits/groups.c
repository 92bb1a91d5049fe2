/* Races between groups of a dispatch.  Groups run in any order; only global wave sync orders them.  If two groups
   access a byte and one changes it, the value is undefined.  Atomics leave only their order undefined (architecture,
   invariant 10).  After an undefined value has decided something, nothing is compared.  Then the order of groups is up
   to the program. */
#include <stdio.h>
#include "wave_clocks.h"
#include "ranges.h"

/* Shadow memory: for each byte of a dword, the group + 1 that last wrote it, changed it by an atomic, read it, and
   where.  A table entry belongs to the last dword that used it.  Evictions are reported once for a dispatch.  While
   accesses cover whole lines, one entry stands for a line, and its byte 0 for all bytes.  A line that is `split` has an
   entry for each dword. */
enum { LINES_LOG = 13, LINES = 1 << LINES_LOG, LINES_SHIFT = 64 - LINES_LOG };
#define SEVERAL (~0u)                  /* groups: conflicts with every later access */
enum act { WROTE, CHANGED, READ, ACTS };
struct group_word {
    u64 key, pc[ACTS];                               /* the dword, or the first dword of a line */
    u64 run;
    u32 group[ACTS][4], time[ACTS][4];               /* time: clock of that wave; for SEVERAL the value of `acquires` */
    u8 wave[ACTS][4];                                /* index in the group; for several waves the last one */
    bool split;
    u64 (*combine)(struct fp *, u64, u64, u64);
};

struct group_shadow {
    u64 run;
    bool forgot, reported;
    struct group_word line[LINES], dword[LINES][LINE];
};

u64 group_shadow_bytes(void) { return sizeof(struct group_shadow); }

void begin_dispatch(struct assay *m)
{
    m->group_shadow->forgot = m->group_shadow->reported = false;
    reset_wave_clocks(m);
    forget_groups(m);
}

/* Records with another run number are invalid. */
void forget_groups(struct assay *m)   { m->group_shadow->run++; }

/* The wave that accesses bytes.  `time`: its own clock. */
struct accessor {
    const struct wave_clocks *p;
    u32 group, wave, row, time;
    enum act act;
    bool commutes;
    u64 pc, (*combine)(struct fp *, u64, u64, u64);
};

static struct accessor accessor_of(const struct wave *w, const struct pending *p, bool commutes)
{
    return (struct accessor){ .p = w->m->wave_clocks,
                              .group = w->g->number + 1,
                              .wave = place_in_group(w),
                              .row = row_of(w),
                              .time = w->clock,
                              .act = p->verb == LOAD    ? READ
                                     : p->verb == STORE ? WROTE
                                                        : CHANGED,
                              .commutes = commutes,
                              .pc = p->pc,
                              .combine = access_of(w, p)->combine };
}

/* Does it conflict with the recorded `act`? */
static bool conflicts_with(const struct group_word *s, u32 n, enum act act, const struct accessor *c)
{
    const u32 other = s->group[act][n];
    if (!other || other == c->group) return false;
    if (other == SEVERAL) return !several_happened_before(c->p, c->row, s->time[act][n]);
    const u32 first = clock_row_of_group(c->p, other - 1);
    return first == CLOCK_ROWS || !happened_before(c->p, c->row, first + s->wave[act][n], s->time[act][n]);
}

/* ---- shadow memory ---- */

static u32 line_of(u64 dword) { return (u32)(dword / LINE * SPREAD >> LINES_SHIFT); }

static void claim_group_word(struct group_shadow *s, struct group_word *at, u64 dword)
{
    s->forgot |= at->run == s->run && at->key != dword;
    if (at->run != s->run || at->key != dword) *at = (struct group_word){ .key = dword, .run = s->run };
}

/* Copies the record of a line to each of its dwords. */
static void split_group_line(const struct group_shadow *s, struct group_word *line, struct group_word *dword)
{
    for (u32 act = 0; act < ACTS; act++)
        for (u32 n = 1; n < 4; n++) {
            line->group[act][n] = line->group[act][0];
            line->time[act][n] = line->time[act][0];
            line->wave[act][n] = line->wave[act][0];
        }
    for (u32 n = 0; n < LINE && line->run == s->run; n++) {
        dword[n] = *line;
        dword[n].key += n;
    }
    line->run = s->run;
    line->split = true;
}

/* The record of a whole line; 0: the line is split. */
static struct group_word *unsplit_group_line(struct group_shadow *s, u64 dword)
{
    struct group_word *line = &s->line[line_of(dword)];
    if (line->run == s->run && line->split) return 0;
    claim_group_word(s, line, dword);
    return line;
}

static struct group_word *group_word_of(struct group_shadow *s, u64 dword)
{
    const u32 n = line_of(dword);
    struct group_word *line = &s->line[n], *at = &s->dword[n][dword % LINE];
    if (line->run != s->run || !line->split) split_group_line(s, line, s->dword[n]);
    claim_group_word(s, at, dword);
    return at;
}

bool forgot_accesses(const struct assay *m) { return m->group_shadow->forgot; }

/* The dword recorded in entry n of a line of the table; false: none. */
static bool holds_dword(const struct group_shadow *s, u32 line, u32 n, u64 *dword)
{
    const bool whole = s->line[line].run == s->run && !s->line[line].split;
    *dword = whole ? s->line[line].key + n : s->dword[line][n].key;
    return whole || s->dword[line][n].run == s->run;
}

bool accesses_collide(const struct assay *m, const struct assay *other)
{
    for (u32 line = 0; line < LINES; line++)
        for (u32 n = 0; n < LINE; n++) {
            u64 own, its;
            if (holds_dword(m->group_shadow, line, n, &own) && holds_dword(other->group_shadow, line, n, &its) &&
                own != its)
                return true;
        }
    return false;
}

struct group_conflict { u32 group; enum act act; u64 pc; bool reorders; };
/* `racing`, `reordered`: of all lanes; `first`: of the lowest racing lane. */
struct group_conflicts { struct group_conflict first; u64 racing, reordered; };

/* Finds the conflict of an access to one byte, then records the access. */
static void note_group_byte(struct group_word *s, u32 n, const struct accessor *c,
                            struct group_conflict *group_conflict)
{
    const enum act act = c->act;
    static const bool conflicting[ACTS][ACTS] = {
        [WROTE] = { [WROTE] = true, [CHANGED] = true, [READ] = true },
        [CHANGED] = { [WROTE] = true, [READ] = true },
        [READ] = { [WROTE] = true, [CHANGED] = true },
    };
    for (enum act other = WROTE; other < ACTS; other++)
        if (conflicting[act][other] && conflicts_with(s, n, other, c))
            *group_conflict = (struct group_conflict){ s->group[other][n], other, s->pc[other],
                                                       group_conflict->reorders };
    const bool several = conflicts_with(s, n, act, c);
    s->group[act][n] = several ? SEVERAL : c->group;
    s->time[act][n] = several ? c->p->acquires : c->time;
    s->wave[act][n] = (u8)c->wave;
}

static struct group_conflict note_bytes(struct group_word *s, u32 first, u32 count, const struct accessor *c)
{
    struct group_conflict group_conflict = { 0 };
    for (u32 n = first; n < first + count; n++) {
        if (c->act == CHANGED && conflicts_with(s, n, CHANGED, c))
            group_conflict.reorders |= !c->commutes || s->combine != c->combine;
        note_group_byte(s, n, c, &group_conflict);
    }
    s->pc[c->act] = c->pc;
    if (c->act == CHANGED) s->combine = c->combine;
    return group_conflict;
}

/* Returns the racing lanes, and adds them to `found`. */
static u64 note_range(struct group_shadow *s, const struct range *r, const struct accessor *c,
                      struct group_conflicts *found)
{
    u64 racing = 0;
    for (u32 at = 0, bytes; at < r->bytes; at += bytes) {
        const u64 address = r->address + at;
        struct group_word *line = is_line_at(r, at) ? unsplit_group_line(s, address >> 2) : 0;
        bytes = line ? LINE_BYTES : bytes_of_dword(r, at);
        const struct group_conflict group_conflict = line ? note_bytes(line, 0, 1, c)
                                                          : note_bytes(group_word_of(s, address >> 2), address & 3,
                                                                       bytes, c);
        const u64 lanes = lanes_at(r, at, bytes);
        if (group_conflict.reorders) found->reordered |= lanes;
        if (!group_conflict.group) continue;
        if (!found->racing && (!racing || lowest(lanes) == lowest(racing))) found->first = group_conflict;
        racing |= lanes;
    }
    found->racing |= racing;
    return racing;
}

/* Private memory of the group: its size, and the offset of a host byte in it. */
static u64 private_bytes(const struct wave *w)   { return (u64)w->m->dispatch.scratch_wave * w->g->wave_count; }
static u64 private_at(const struct wave *w, const u8 *at)
{ return guest_address(w->m, at) - w->m->dispatch.scratch_base; }

/* The address of a byte in a region that groups share.  False: LDS, private memory, or unmapped. */
static bool shared_address(const struct wave *w, const u8 *byte, u64 *address)
{
    const struct assay *m = w->m;
    for (u32 n = 0; n < m->region_count; n++) {
        const struct region *r = &m->region[n];
        if ((uintptr_t)byte - (uintptr_t)r->bytes >= r->size) continue;
        *address = r->address + (u64)(byte - r->bytes);
        return *address - m->dispatch.scratch_base >= private_bytes(w);
    }
    return false;
}

/* Records a line as ranges, since no two of its lanes share a dword.  False: they do, or part of it may be private. */
static bool note_line(struct wave *w, const struct pending *p, const struct accessor *c, struct group_conflicts *found)
{
    const struct body *b = body_of(w, p);
    const u64 first = guest_address(w->m, start_of_run(b, p->live)), bytes = (u64)LANES * b->line_bytes,
              behind = first - w->m->dispatch.scratch_base;
    if (first & 3 || 0 - behind < bytes || behind < private_bytes(w)) return false;
    for (u64 left = p->live, run; left; left &= ~run) {
        run = first_run(left);
        const struct range r = range_of_run(b, guest_address(w->m, start_of_run(b, run)), run);
        note_range(w->m->group_shadow, &r, c, found);
    }
    return true;
}

/* Are the bytes from `first` to `last` contiguous in memory that groups share? */
static bool shares_all(const struct wave *w, const u8 *first, const u8 *last, u64 *address)
{
    u64 end;
    if (!shared_address(w, first, address) || !shared_address(w, last, &end)) return false;
    const u64 bytes = (u64)(last - first);
    return !(*address & 3) && end - *address == bytes && w->m->dispatch.scratch_base - *address > bytes;
}

static bool note_element(const struct wave *w, const struct body *b, const u8 *at, int l, u32 bytes,
                         const struct accessor *c, struct group_conflicts *found)
{
    u64 racing = 0;
    for (struct byte_run s = byte_run_at(b, l, 0, bytes); s.bytes; s = byte_run_after(b, l, s, bytes)) {
        struct range r = { 0, s.bytes, s.bytes, l };
        if (shared_address(w, at + s.offset, &r.address)) racing |= note_range(w->m->group_shadow, &r, c, found);
    }
    return racing;
}

/* Contiguous lanes are recorded as a range.  Lanes that read or store one element are recorded once.  Each lane of an
   atomic is recorded, because the next one may see another operation. */
static void note_lanes(struct wave *w, struct pending *p, const struct accessor *c, struct group_conflicts *found)
{
    const struct body *b = placed(w, p);
    const u32 bytes = access_bytes(w, p);
    for (u32 e = 0; e < access_of(w, p)->count; e++)
        for (u64 left = p->live, run; left; left &= ~run) {
            u8 *const *at = b->at[e];
            const int l = lowest(left), last = 63 - __builtin_clzll((run = lanes_in_a_row(w, b, at, bytes, left)) | 1);
            struct range r = { 0, bytes * (u32)(last - l + 1), bytes, l };
            if (run && shares_all(w, at[l], at[last] + bytes - 1, &r.address)) {
                note_range(w->m->group_shadow, &r, c, found);
                continue;
            }
            run = c->act == CHANGED ? left & -left : lanes_of_one(w, b, at, bytes, left);
            if (at[l] && note_element(w, b, at[l], l, bytes_there(b, l, bytes), c, found)) found->racing |= run;
        }
}

struct note_context { const struct wave *w; const struct accessor *c; struct group_conflicts *found; };

static void note_place(void *watcher, int lane, u8 *at, u32 bytes, bool changes)
{
    const struct note_context *n = watcher;
    struct range r = { 0, bytes, bytes, lane };
    (void)changes;
    if (shared_address(n->w, at, &r.address)) note_range(n->w->m->group_shadow, &r, n->c, n->found);
}

static bool is_private_line(const struct wave *w, const struct body *b, u64 live)
{
    const u64 own = private_bytes(w), at = own ? private_at(w, start_of_run(b, live)) : 0;
    const u32 lanes = (u32)(64 - __builtin_clzll(live) - lowest(live));
    return at < own && own - at >= (u64)lanes * b->line_bytes;
}

/* True for most SCRATCH accesses: all lanes lie in the group's private memory.  This test is on the hot path. */
static bool lies_in_private(const struct wave *w, const struct pending *p)
{
    const struct body *b = body_of(w, p);
    const u64 own = private_bytes(w);
    const u8 *first = own && p->live ? b->at[0][lowest(p->live)] : 0;
    const u64 begin = first ? private_at(w, first) : own;
    for (u64 left = p->live; left && first; left &= left - 1) {
        const int l = lowest(left);
        const u64 at = begin + (u64)(b->at[0][l] - first);
        if (!b->at[0][l] || at >= own || at + span_of(b, l, access_bytes(w, p)) > own) return false;
    }
    return first;
}

static void note(struct wave *w, struct pending *p, const struct accessor *c, struct group_conflicts *found)
{
    const struct body *b = body_of(w, p);
    if (p->places) { p->places(w, p, note_place, &(struct note_context){ w, c, found }); return; }
    if (b->line ? is_private_line(w, b, p->live) : p->by->form->encoding == E_SCRATCH && lies_in_private(w, p)) return;
    const bool ranged = b->line && note_line(w, p, c, found);
    if (!ranged) note_lanes(w, p, c, found);
}

static bool is_watched(const struct wave *w, const struct pending *p)
{
    if (is_controlled(w->m) || w->m->group_count < 2 || w->m->compared_end) return false;
    return p->verb != VALUE && p->event.path != LDS_PATH;
}

void note_again_across_groups(struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        struct pending *p = &outstanding(w)->head[n];
        struct group_conflicts unsaid = { 0 };
        if (!is_watched(w, p)) continue;
        const struct accessor c = accessor_of(w, p, true);
        note(w, p, &c, &unsaid);
    }
}

static void report_forgotten(struct wave *w)
{
    struct group_shadow *s = w->m->group_shadow;
    if (!s->forgot || s->reported) return;
    s->reported = true;
    report(w, R_RACE_GROUPS_FORGOTTEN, "earlier accesses are no longer recorded; races with them are not found");
}

void check_groups(struct wave *w, struct pending *p, bool commutes)
{
    static const char *const did[] = { "writes", "changes", "reads" };
    struct group_conflicts found = { 0 };
    if (!is_watched(w, p)) return;
    const struct accessor c = accessor_of(w, p, commutes);
    note(w, p, &c, &found);
    report_forgotten(w);
    struct body *b = body_of(w, p);
    for (u32 n = 0; n < ROWS; n++) undefine_data(b, n, found.racing | found.reordered);
    b->lost |= found.racing;
    if (!found.racing) return;
    char who[24] = "another group";
    const struct group_conflict *first = &found.first;
    if (first->group != SEVERAL) snprintf(who, sizeof who, "group %u", first->group - 1);
    report(w, R_RACE_GROUPS, "lane %d %s bytes that %s %s at 0x%llx, and nothing orders groups", lowest(found.racing),
           did[c.act], who, did[first->act], (unsigned long long)first->pc);
}
