/* What orders waves of a dispatch beside the barriers of their groups: global wave sync, and counts in the order of
   waves (RDNA3 ISA, 13.4; Vega ISA, 12.13).  races.c and groups.c ask what comes behind what. */
#pragma once
#include "waits.h"

/* Waves that release or pass a resource have a row each, and so have all of their group.  A wave's clock goes on as it
   releases and at a barrier of its group.  Who passes behind a release knows of all that the wave did before (`knows`,
   by row; `given`, by resource), and behind a barrier all waves know what one of them knew.  Where more than PARTIES
   waves do so, every pass is taken for one of all. */
enum { CLOCK_ROWS = 256 };
struct wave_clocks {
    u32 count, acquires;
    bool rows_full;
    u32 group[CLOCK_ROWS], acquired[CLOCK_ROWS], knows[CLOCK_ROWS][CLOCK_ROWS], released[ORDERING][CLOCK_ROWS];
};

/* Of the group's first wave; PARTIES: it has none. */
u32 clock_row_of_group(const struct wave_clocks *, u32 group);

INLINE u32 place_in_group(const struct wave *w)   { return w->number - w->g->first_wave; }

INLINE u32 row_of(const struct wave *w)
{
    const u32 first = clock_row_of_group(w->m->wave_clocks, w->g->number);
    return first < CLOCK_ROWS ? first + place_in_group(w) : CLOCK_ROWS;
}

/* Did the wave of row `other` do before that wave's last pass what it did when its clock was `time`? */
INLINE bool happened_before(const struct wave_clocks *p, u32 row, u32 other, u32 time)
{ return row < CLOCK_ROWS && other < CLOCK_ROWS && time < p->knows[row][other]; }

/* What several waves did when `passes` was `time`: whoever has passed since is taken to come behind. */
INLINE bool several_happened_before(const struct wave_clocks *p, u32 row, u32 time)
{ return row < CLOCK_ROWS && p->acquired[row] > time; }

/* A spell is what a wave does from one release to its next.  races.c names it where it notes who touched a byte: by a
   number, which as long as barriers alone order the group is the wave's place in it + 1.  `several` stands for waves
   that no order is between; behind a pass it has a number of its own too.  Where numbers run out, all is in order. */
enum { INTERVALS = 256, SEVERAL_WAVES = INTERVALS - 1 };
struct interval { u8 wave; u32 time; };   /* place in the group; its clock, or of SEVERAL_WAVES the passes so far */
struct intervals {
    const struct wave_clocks *wave_clocks;     /* 0: since the last barrier nothing has ordered the group's waves */
    u32 first, count;                  /* row of the first wave; numbers that are given */
    u8 own[GROUP_WAVES], several;
    struct interval of[INTERVALS];
};

void reset_intervals(struct intervals *);    /* behind a barrier */

/* Is what was done in spell `before`, of another number than `me`, of the same wave or in order before it?  Asked of
   every byte, and mostly nothing orders the group's waves. */
bool is_ordered(const struct intervals *, u8 me, u8 before);
INLINE bool is_ordered_after(const struct intervals *s, u8 me, u8 before)
{ return s->wave_clocks && is_ordered(s, me, before); }

/* ---- the records ---- */

/* races.c: the group's; nothing that its waves did before races any more */
struct intervals *intervals_of(const struct group *);
void forget_waves(const struct group *);
/* groups.c: the same of all groups */
void forget_groups(struct assay *);
/* what is outstanding belongs to both sides of a release, and of a barrier */
void note_again_in_group(struct wave *), note_again_across_groups(struct wave *);
