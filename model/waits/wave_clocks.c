/* Vector clocks of waves (wave_clocks.h). */
#include <string.h>
#include "wave_clocks.h"

u64 wave_clocks_bytes(void) { return sizeof(struct wave_clocks); }

u32 clock_row_of_group(const struct wave_clocks *p, u32 group)
{
    u32 n = 0;
    while (n < p->count && p->group[n] != group) n++;
    return n < p->count ? n : CLOCK_ROWS;
}

/* Waves of a group know what happened before their last barrier. */
static void add_group(struct wave_clocks *p, const struct group *g)
{
    for (u32 n = 0; n < g->wave_count; n++) {
        p->group[p->count + n] = g->number;
        for (u32 k = 0; k < g->wave_count; k++) p->knows[p->count + n][p->count + k] = g->wave[k]->barrier_clock;
    }
    p->count += g->wave_count;
}

/* No clocks are needed where races are not checked: for a single wave, and in controlled schedules. */
static bool needs_no_clocks(const struct wave *w)
{ return is_controlled(w->m) || (w->m->group_count < 2 && w->g->wave_count < 2); }

static u32 add_wave_rows(const struct wave *w)
{
    struct wave_clocks *p = w->m->wave_clocks;
    if (row_of(w) == CLOCK_ROWS) {
        p->rows_full |= p->count + w->g->wave_count > CLOCK_ROWS;
        if (p->rows_full) return CLOCK_ROWS;
        add_group(p, w->g);
    }
    return row_of(w);
}

static void merge_clocks(u32 *knows, const u32 *released)
{
    for (u32 n = 0; n < CLOCK_ROWS; n++) if (knows[n] < released[n]) knows[n] = released[n];
}

void begin_group(struct group *g) { forget_waves(g); }

void reset_wave_clocks(struct assay *m)
{
    if (m->wave_clocks->count) memset(m->wave_clocks, 0, sizeof *m->wave_clocks);
}

/* ---- intervals ---- */

void reset_intervals(struct intervals *s)
{
    if (s->count == GROUP_WAVES) return;
    s->wave_clocks = 0;
    s->count = GROUP_WAVES;
    s->several = s->of[SEVERAL_WAVES].wave = SEVERAL_WAVES;
    for (u8 n = 0; n < GROUP_WAVES; n++) s->of[s->own[n] = n + 1].wave = n;
}

static void restart_intervals(const struct group *g)
{
    forget_waves(g);
    for (u32 n = 0; n < g->wave_count; n++) note_again_in_group(g->wave[n]);
}

/* For a group with rows, before a release or an acquire. */
static struct intervals *ordered_intervals(const struct group *g)
{
    struct intervals *s = intervals_of(g);
    if (s->count == SEVERAL_WAVES - 1) restart_intervals(g);
    if (s->wave_clocks) return s;
    s->wave_clocks = g->m->wave_clocks;
    s->first = clock_row_of_group(s->wave_clocks, g->number);
    s->of[SEVERAL_WAVES].time = s->wave_clocks->acquires;
    for (u32 n = 0; n < g->wave_count; n++) s->of[s->own[n]].time = g->wave[n]->clock;
    return s;
}

bool is_ordered(const struct intervals *s, u8 me, u8 before)
{
    const struct interval *a = &s->of[before];
    const u32 wave = s->of[me].wave;
    if (a->wave == wave) return true;
    if (a->wave == SEVERAL_WAVES) return several_happened_before(s->wave_clocks, s->first + wave, a->time);
    return happened_before(s->wave_clocks, s->first + wave, s->first + a->wave, a->time);
}

static u8 new_interval(struct intervals *s, u32 wave, u32 time)
{
    s->of[++s->count] = (struct interval){ (u8)wave, time };
    return (u8)s->count;
}

/* ---- release, acquire, barrier ---- */

void acquire_order(struct wave *w, u32 resource)
{
    struct wave_clocks *p = w->m->wave_clocks;
    if (needs_no_clocks(w)) return;
    const u32 me = add_wave_rows(w);
    if (p->rows_full) {
        restart_intervals(w->g);
        forget_groups(w->m);
        return;
    }
    struct intervals *s = ordered_intervals(w->g);
    merge_clocks(p->knows[me], p->released[resource]);
    p->acquired[me] = ++p->acquires;
    s->several = new_interval(s, SEVERAL_WAVES, p->acquires);
}

static void note_access_again(struct wave *w)
{
    note_again_in_group(w);
    note_again_across_groups(w);
}

void release_order(struct wave *w, u32 resource)
{
    struct wave_clocks *p = w->m->wave_clocks;
    if (needs_no_clocks(w)) return;
    const u32 me = add_wave_rows(w);
    if (me == CLOCK_ROWS) return;
    struct intervals *s = ordered_intervals(w->g);
    p->knows[me][me] = ++w->clock;
    merge_clocks(p->released[resource], p->knows[me]);
    s->own[place_in_group(w)] = new_interval(s, place_in_group(w), w->clock);
    note_access_again(w);
}

static void merge_group_clocks(struct wave_clocks *p, const struct group *g)
{
    const u32 first = clock_row_of_group(p, g->number);
    if (first == CLOCK_ROWS) return;
    u32 all[CLOCK_ROWS] = { 0 }, acquired = 0;
    for (u32 n = 0; n < g->wave_count; n++) {
        merge_clocks(all, p->knows[first + n]);
        if (acquired < p->acquired[first + n]) acquired = p->acquired[first + n];
    }
    for (u32 n = 0; n < g->wave_count; n++) all[first + n] = g->wave[n]->clock;
    for (u32 n = 0; n < g->wave_count; n++) {
        memcpy(p->knows[first + n], all, sizeof all);
        p->acquired[first + n] = acquired;
    }
}

void pass_barrier(struct group *g)
{
    if (is_controlled(g->m)) {
        for (u32 n = 0; n < g->wave_count; n++) age_accesses(g->wave[n]);
        return;
    }
    for (u32 n = 0; n < g->wave_count; n++) g->wave[n]->barrier_clock = ++g->wave[n]->clock;
    merge_group_clocks(g->m->wave_clocks, g);
    forget_waves(g);
    for (u32 n = 0; n < g->wave_count; n++) note_access_again(g->wave[n]);
}
