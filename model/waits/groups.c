/* Accesses of the groups of a dispatch to memory.  Groups run in any order and nothing but global wave sync orders
   them, so what two of them touch and one changes is open; atomics aside, which only leave an order open (architecture,
   law 10).  Once an open value has decided something nothing is compared any more, and whether groups are in order is
   the program's to know. */
#include <stdio.h>
#include <string.h>
#include "waits.h"

/* Which group last wrote, changed by an atomic and read each byte of a dword, + 1, and where.  A place in the table is
   given to the last dword that came; that it forgets others is said once a dispatch. */
enum { SPOTS_LOG = 17, SPOT_LINE = 16 };
#define SEVERAL (~0u)                  /* groups: whoever comes meets another one */
enum act { WROTE, CHANGED, READ, ACTS };
struct spot {
    u64 key, pc[ACTS];
    u32 run, group[ACTS][4], time[ACTS][4];          /* of that wave's clock; of SEVERAL, what `passes` was */
    u8 wave[ACTS][4];                                /* in the group: of several waves the last */
    u64 (*combine)(struct fp *, u64, u64, u64);
};

/* Waves that release or pass a resource of global wave sync have a row each, and so have all of their group.  A wave's
   clock goes on as it releases and at a barrier of its group.  Who passes behind a release knows of all that the wave
   did before (`knows`, by row; `given`, by resource), and behind a barrier all waves know what one of them knew.
   Where more than PARTIES waves do so, every pass is taken for one of all groups. */
enum { PARTIES = 256 };
struct parties {
    u32 count, passes;
    bool crowded;
    u32 group[PARTIES], passed[PARTIES], knows[PARTIES][PARTIES], given[ORDERING][PARTIES];
};
struct spots {
    u32 run;
    bool forgot, told;
    struct parties parties;
    struct spot spot[1 << SPOTS_LOG];
};

u64 spots_bytes(void) { return sizeof(struct spots); }

void begin_dispatch(struct assay *m)
{
    m->spots->forgot = m->spots->told = false;
    if (m->spots->parties.count) memset(&m->spots->parties, 0, sizeof m->spots->parties);
    if (++m->spots->run) return;
    memset(m->spots, 0, sizeof *m->spots);
    m->spots->run = 1;
}

/* ---- the order of groups ---- */

/* Of the group's first wave; PARTIES: it has none. */
static u32 row_of(const struct parties *p, u32 group)
{
    u32 n = 0;
    while (n < p->count && p->group[n] != group) n++;
    return n < p->count ? n : PARTIES;
}

static u32 place_in_group(const struct wave *w) { return w->number - w->g->first_wave; }

/* Waves of one group know of each other what was before their last barrier. */
static void add_group(struct parties *p, const struct group *g)
{
    for (u32 n = 0; n < g->wave_count; n++) {
        p->group[p->count + n] = g->number;
        for (u32 k = 0; k < g->wave_count; k++) p->knows[p->count + n][p->count + k] = g->wave[k]->met;
    }
    p->count += g->wave_count;
}

static u32 join(struct parties *p, const struct wave *w)
{
    if (row_of(p, w->g->number) == PARTIES) {
        p->crowded |= p->count + w->g->wave_count > PARTIES;
        if (p->crowded) return PARTIES;
        add_group(p, w->g);
    }
    return row_of(p, w->g->number) + place_in_group(w);
}

static void learn(u32 *knows, const u32 *given)
{
    for (u32 n = 0; n < PARTIES; n++) if (knows[n] < given[n]) knows[n] = given[n];
}

static void forget_accesses(struct spots *s)
{
    if (++s->run) return;
    memset(s->spot, 0, sizeof s->spot);
    s->run = 1;
}

void pass_groups(struct wave *w, u32 resource)
{
    struct spots *s = w->m->spots;
    struct parties *p = &s->parties;
    if (w->m->group_count < 2) return;
    const u32 me = join(p, w);
    if (p->crowded) { forget_accesses(s); return; }
    learn(p->knows[me], p->given[resource]);
    p->passed[me] = ++p->passes;
}

/* One that accesses a byte, and what it knows of others.  `time`: of its own clock. */
struct comer { const struct parties *p; u32 group, wave, row, time; };

static struct comer comer_of(const struct wave *w)
{
    const struct parties *p = &w->m->spots->parties;
    const u32 first = row_of(p, w->g->number), wave = place_in_group(w);
    return (struct comer){ p, w->g->number + 1, wave, first < PARTIES ? first + wave : PARTIES, w->clock };
}

/* Does it meet who did `act` before?  Where those are several, whoever has passed since is taken to come behind. */
static bool meets_one(const struct spot *s, u32 n, enum act act, const struct comer *c)
{
    const u32 other = s->group[act][n];
    if (!other || other == c->group) return false;
    if (c->row == PARTIES) return true;
    if (other == SEVERAL) return c->p->passed[c->row] <= s->time[act][n];
    const u32 row = row_of(c->p, other - 1);
    return row == PARTIES || s->time[act][n] >= c->p->knows[c->row][row + s->wave[act][n]];
}

/* ---- the record ---- */

static struct spot *spot_of(struct spots *s, u64 dword)
{
    const u64 line = (dword / SPOT_LINE) * 0x9e3779b97f4a7c15u >> (64 - SPOTS_LOG) & ~(u64)(SPOT_LINE - 1);
    struct spot *at = &s->spot[line + dword % SPOT_LINE];
    s->forgot |= at->run == s->run && at->key != dword;
    if (at->run != s->run || at->key != dword) *at = (struct spot){ .key = dword, .run = s->run };
    return at;
}

bool forgot_accesses(const struct assay *m) { return m->spots->forgot; }

bool accesses_meet(const struct assay *m, const struct assay *other)
{
    const struct spots *a = m->spots, *b = other->spots;
    for (u32 n = 0; n < 1 << SPOTS_LOG; n++)
        if (a->spot[n].run == a->run && b->spot[n].run == b->run && a->spot[n].key != b->spot[n].key) return true;
    return false;
}

struct clash { u32 group; enum act act; u64 pc; bool reorders; };

/* Whom an access of one byte meets; then it is noted. */
static void note_spot(struct spot *s, u32 n, enum act act, const struct comer *c, struct clash *clash)
{
    static const bool meets[ACTS][ACTS] = {
        [WROTE] = { [WROTE] = true, [CHANGED] = true, [READ] = true },
        [CHANGED] = { [WROTE] = true, [READ] = true },
        [READ] = { [WROTE] = true, [CHANGED] = true },
    };
    for (enum act other = WROTE; other < ACTS; other++)
        if (meets[act][other] && meets_one(s, n, other, c))
            *clash = (struct clash){ s->group[other][n], other, s->pc[other], clash->reorders };
    const bool several = meets_one(s, n, act, c);
    s->group[act][n] = several ? SEVERAL : c->group;
    s->time[act][n] = several ? c->p->passes : c->time;
    s->wave[act][n] = (u8)c->wave;
}

static void note_range(struct wave *w, u64 address, u32 bytes, enum act act, const struct pending *p, bool commutes,
                       struct clash *clash)
{
    const struct comer c = comer_of(w);
    while (bytes) {
        const u32 first = address & 3, count = bytes < 4 - first ? bytes : 4 - first;
        struct spot *s = spot_of(w->m->spots, address >> 2);
        for (u32 n = first; n < first + count; n++) {
            if (act == CHANGED && meets_one(s, n, CHANGED, &c))
                clash->reorders |= !commutes || s->combine != access_of(w, p)->combine;
            note_spot(s, n, act, &c, clash);
        }
        s->pc[act] = p->pc;
        if (act == CHANGED) s->combine = access_of(w, p)->combine;
        address += count;
        bytes -= count;
    }
}

/* The address of a byte in a region that the groups share; false: LDS, private memory, or none. */
static bool shared_address(const struct wave *w, const u8 *byte, u64 *address)
{
    const struct assay *m = w->m;
    const struct dispatch *d = &m->dispatch;
    for (u32 n = 0; n < m->region_count; n++) {
        const struct region *r = &m->region[n];
        if ((uintptr_t)byte - (uintptr_t)r->bytes >= r->size) continue;
        *address = r->address + (u64)(byte - r->bytes);
        return *address - d->scratch_base >= (u64)d->scratch_wave * w->g->wave_count;
    }
    return false;
}

static void note_lanes(struct wave *w, struct pending *p, bool commutes, struct clash *first, u64 *racing,
                       u64 *reordered)
{
    const struct body *b = placed(w, p);
    const struct access *a = access_of(w, p);
    const enum act act = p->verb == LOAD ? READ : p->verb == STORE ? WROTE : CHANGED;
    for (u32 e = 0; e < a->count; e++)
        for (u64 left = p->live; left; left &= left - 1) {
            const int l = lowest(left);
            struct clash clash = { 0 };
            u64 address;
            if (!b->at[e][l] || b->step[l] != 4 || !shared_address(w, b->at[e][l], &address)) continue;
            note_range(w, address, access_bytes(w, p), act, p, commutes, &clash);
            if (clash.reorders) *reordered |= 1ull << l;
            if (!clash.group) continue;
            if (!*racing) *first = clash;
            *racing |= 1ull << l;
        }
}

static bool is_watched(const struct wave *w, const struct pending *p)
{
    if (is_chosen(w->m) || w->m->group_count < 2 || w->m->compared_end) return false;
    return p->verb != VALUE && p->event.path != LDS_PATH && p->by->form->encoding != E_SCRATCH;
}

/* What is outstanding belongs to both sides of a release, and of a barrier. */
static void note_again(struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        struct pending *p = &outstanding(w)->head[n];
        struct clash first;
        u64 racing = 0, reordered = 0;
        if (is_watched(w, p)) note_lanes(w, p, true, &first, &racing, &reordered);
    }
}

void release_groups(struct wave *w, u32 resource)
{
    struct parties *p = &w->m->spots->parties;
    if (w->m->group_count < 2) return;
    const u32 me = join(p, w);
    if (me == PARTIES) return;
    p->knows[me][me] = ++w->clock;
    learn(p->given[resource], p->knows[me]);
    note_again(w);
}

static void share_knowledge(struct parties *p, const struct group *g)
{
    const u32 first = row_of(p, g->number);
    u32 all[PARTIES] = { 0 }, passed = 0;
    if (first == PARTIES) return;
    for (u32 n = 0; n < g->wave_count; n++) {
        learn(all, p->knows[first + n]);
        if (passed < p->passed[first + n]) passed = p->passed[first + n];
    }
    for (u32 n = 0; n < g->wave_count; n++) all[first + n] = g->wave[n]->clock;
    for (u32 n = 0; n < g->wave_count; n++) {
        memcpy(p->knows[first + n], all, sizeof all);
        p->passed[first + n] = passed;
    }
}

void meet_groups(struct group *g)
{
    if (g->m->group_count < 2) return;
    for (u32 n = 0; n < g->wave_count; n++) g->wave[n]->met = ++g->wave[n]->clock;
    share_knowledge(&g->m->spots->parties, g);
    for (u32 n = 0; n < g->wave_count; n++) note_again(g->wave[n]);
}

static void tell_forgotten(struct wave *w)
{
    struct spots *s = w->m->spots;
    if (!s->forgot || s->told) return;
    s->told = true;
    report(w, R_RACE_GROUPS_FORGOTTEN, "accesses of before are forgotten; races with them are not found");
}

void check_groups(struct wave *w, struct pending *p, bool commutes)
{
    static const char *const did[] = { "writes", "changes", "reads" };
    struct clash first;
    u64 racing = 0, reordered = 0;
    if (!is_watched(w, p)) return;
    note_lanes(w, p, commutes, &first, &racing, &reordered);
    tell_forgotten(w);
    struct body *b = body_of(w, p);
    for (u32 n = 0; n < ROWS; n++) b->data_open[n] |= racing | reordered;
    b->lost |= racing;
    if (!racing) return;
    const char *own = p->verb == LOAD ? did[READ] : p->verb == STORE ? did[WROTE] : did[CHANGED];
    char who[24] = "another group";
    if (first.group != SEVERAL) snprintf(who, sizeof who, "group %u", first.group - 1);
    report(w, R_RACE_GROUPS, "lane %d %s bytes that %s %s at 0x%llx, and nothing orders groups", lowest(racing), own,
           who, did[first.act], (unsigned long long)first.pc);
}
