/* The order of waves by barriers and by global wave sync (parties.h). */
#include <string.h>
#include "parties.h"

u64 parties_bytes(void) { return sizeof(struct parties); }

u32 row_of_group(const struct parties *p, u32 group)
{
    u32 n = 0;
    while (n < p->count && p->group[n] != group) n++;
    return n < p->count ? n : PARTIES;
}

/* Waves of one group know of each other what was before their last barrier. */
static void add_group(struct parties *p, const struct group *g)
{
    for (u32 n = 0; n < g->wave_count; n++) {
        p->group[p->count + n] = g->number;
        for (u32 k = 0; k < g->wave_count; k++) p->knows[p->count + n][p->count + k] = g->wave[k]->met;
    }
    p->count += g->wave_count;
}

/* Where no access is held against another's, no order is kept either: of a wave alone, and in a chosen order, whose
   groups are all there at once and have no records of their own. */
static bool is_unwatched(const struct wave *w)
{ return is_chosen(w->m) || (w->m->group_count < 2 && w->g->wave_count < 2); }

static u32 join(const struct wave *w)
{
    struct parties *p = w->m->parties;
    if (row_of(w) == PARTIES) {
        p->crowded |= p->count + w->g->wave_count > PARTIES;
        if (p->crowded) return PARTIES;
        add_group(p, w->g);
    }
    return row_of(w);
}

static void learn(u32 *knows, const u32 *given)
{
    for (u32 n = 0; n < PARTIES; n++) if (knows[n] < given[n]) knows[n] = given[n];
}

void begin_group(struct group *g) { forget_waves(g); }

void begin_parties(struct assay *m)
{
    if (m->parties->count) memset(m->parties, 0, sizeof *m->parties);
}

/* ---- spells ---- */

void begin_spells(struct spells *s)
{
    if (s->count == GROUP_WAVES) return;
    s->parties = 0;
    s->count = GROUP_WAVES;
    s->several = s->of[SEVERAL_WAVES].wave = SEVERAL_WAVES;
    for (u8 n = 0; n < GROUP_WAVES; n++) s->of[s->own[n] = n + 1].wave = n;
}

static void forget_order(const struct group *g)
{
    forget_waves(g);
    for (u32 n = 0; n < g->wave_count; n++) note_waves_again(g->wave[n]);
}

/* Of a group that has rows, before a release or a pass. */
static struct spells *ordered_spells(const struct group *g)
{
    struct spells *s = spells_of(g);
    if (s->count == SEVERAL_WAVES - 1) forget_order(g);
    if (s->parties) return s;
    s->parties = g->m->parties;
    s->first = row_of_group(s->parties, g->number);
    s->of[SEVERAL_WAVES].time = s->parties->passes;
    for (u32 n = 0; n < g->wave_count; n++) s->of[s->own[n]].time = g->wave[n]->clock;
    return s;
}

bool is_ordered(const struct spells *s, u8 me, u8 before)
{
    const struct spell *a = &s->of[before];
    const u32 wave = s->of[me].wave;
    if (a->wave == wave) return true;
    if (a->wave == SEVERAL_WAVES) return is_behind_several(s->parties, s->first + wave, a->time);
    return is_behind(s->parties, s->first + wave, s->first + a->wave, a->time);
}

static u8 new_spell(struct spells *s, u32 wave, u32 time)
{
    s->of[++s->count] = (struct spell){ (u8)wave, time };
    return (u8)s->count;
}

/* ---- releases, passes, barriers ---- */

void pass_others(struct wave *w, u32 resource)
{
    struct parties *p = w->m->parties;
    if (is_unwatched(w)) return;
    const u32 me = join(w);
    if (p->crowded) {
        forget_order(w->g);
        forget_groups(w->m);
        return;
    }
    struct spells *s = ordered_spells(w->g);
    learn(p->knows[me], p->given[resource]);
    p->passed[me] = ++p->passes;
    s->several = new_spell(s, SEVERAL_WAVES, p->passes);
}

static void note_again(struct wave *w)
{
    note_waves_again(w);
    note_groups_again(w);
}

void release_others(struct wave *w, u32 resource)
{
    struct parties *p = w->m->parties;
    if (is_unwatched(w)) return;
    const u32 me = join(w);
    if (me == PARTIES) return;
    struct spells *s = ordered_spells(w->g);
    p->knows[me][me] = ++w->clock;
    learn(p->given[resource], p->knows[me]);
    s->own[place_in_group(w)] = new_spell(s, place_in_group(w), w->clock);
    note_again(w);
}

static void share_knowledge(struct parties *p, const struct group *g)
{
    const u32 first = row_of_group(p, g->number);
    if (first == PARTIES) return;
    u32 all[PARTIES] = { 0 }, passed = 0;
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

void pass_barrier(struct group *g)
{
    if (is_chosen(g->m)) {
        for (u32 n = 0; n < g->wave_count; n++) grow_older(g->wave[n]);
        return;
    }
    for (u32 n = 0; n < g->wave_count; n++) g->wave[n]->met = ++g->wave[n]->clock;
    share_knowledge(g->m->parties, g);
    forget_waves(g);
    for (u32 n = 0; n < g->wave_count; n++) note_again(g->wave[n]);
}
