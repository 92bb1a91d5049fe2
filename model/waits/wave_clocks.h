/* Vector clocks of waves: the happens-before relation besides barriers of a group.  Global wave sync and ordered counts
   order waves (RDNA3 ISA, 13.4; Vega ISA, 12.13). races.c and groups.c use it. */
#pragma once
#include "waits.h"

/* A wave that releases or acquires a resource has a row, and so have all waves of its group.  A wave's clock advances
   at a release and at a barrier.  An acquire learns all that happened before the release: `knows` is indexed by row,
   `released` by resource.  A barrier shares the knowledge of all waves of a group.  If more than CLOCK_ROWS waves need
   a row, every acquire counts as one of all resources. */
enum { CLOCK_ROWS = 256 };
struct wave_clocks {
    u32 count, acquires;
    bool rows_full;
    u32 group[CLOCK_ROWS], acquired[CLOCK_ROWS], knows[CLOCK_ROWS][CLOCK_ROWS], released[ORDERING][CLOCK_ROWS];
};

/* The row of the group's first wave; CLOCK_ROWS: it has none. */
u32 clock_row_of_group(const struct wave_clocks *, u32 group);

INLINE u32 place_in_group(const struct wave *w)   { return w->number - w->g->first_wave; }

INLINE u32 row_of(const struct wave *w)
{
    const u32 first = clock_row_of_group(w->m->wave_clocks, w->g->number);
    return first < CLOCK_ROWS ? first + place_in_group(w) : CLOCK_ROWS;
}

/* Did wave `other` reach clock `time` before its last release that this row acquired? */
INLINE bool happened_before(const struct wave_clocks *p, u32 row, u32 other, u32 time)
{ return row < CLOCK_ROWS && other < CLOCK_ROWS && time < p->knows[row][other]; }

/* Several waves acted when `acquires` was `time`.  Any later acquire counts as ordered after them. */
INLINE bool several_happened_before(const struct wave_clocks *p, u32 row, u32 time)
{ return row < CLOCK_ROWS && p->acquired[row] > time; }

/* An interval is what a wave does from one release to the next. races.c records accesses by the number of an interval.
   While only barriers order the group, that number is the wave's index in the group + 1.  `several` stands for
   unordered accesses of several waves; after an acquire it gets a new number.  When numbers run out, all accesses count
   as ordered. */
enum { INTERVALS = 256, SEVERAL_WAVES = INTERVALS - 1 };
/* wave: index in the group; time: its clock, for SEVERAL_WAVES the acquires so far */
struct interval { u8 wave; u32 time; };
struct intervals {
    const struct wave_clocks *wave_clocks;     /* 0: only barriers have ordered the group's waves */
    u32 first, count;                  /* row of the first wave; numbers in use */
    u8 own[GROUP_WAVES], several;
    struct interval of[INTERVALS];
};

void reset_intervals(struct intervals *);    /* after a barrier */

/* Did interval `before` happen before `me`, or belong to the same wave?  The numbers differ.  It is called for every
   byte, and usually only barriers order the group. */
bool is_ordered(const struct intervals *, u8 me, u8 before);
INLINE bool is_ordered_after(const struct intervals *s, u8 me, u8 before)
{ return s->wave_clocks && is_ordered(s, me, before); }

/* ---- shadow memory ---- */

/* races.c: the group's intervals; discards all recorded accesses of its waves */
struct intervals *intervals_of(const struct group *);
void forget_waves(const struct group *);
/* groups.c: the same for all groups */
void forget_groups(struct assay *);
/* Outstanding accesses belong to both sides of a release and of a barrier. */
void note_again_in_group(struct wave *), note_again_across_groups(struct wave *);
