/* Lane movement: the source lane of each lane, and the lanes that DPP may write. */
#pragma once
#include "pipeline.h"

/* Lane l takes the bit or word of lane from[l].  Words of lanes not in `there` are 0. by_rows: see struct move. */
u64  moved_bits(const u8 *from, u64 bits);
void move_row(u32 *restrict to, const u32 *restrict row, const u8 *from, u64 there, bool by_rows);

void resolve_move(struct move *);                                                /* at decode: computes its lanes */
void move_source(struct wave *, const struct inst *, struct lanes *, u32 k);   /* applies DPP to word k of source 0 */
u64  move_writes(const struct wave *, const struct inst *, u64 live);          /* lanes a DPP instruction may write */
