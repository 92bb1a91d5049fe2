/* Lane movement: which lane each lane reads, and by DPP, which it may write. */
#pragma once
#include "pipeline.h"

/* lane l takes bit, or word, from[l]; words of lanes that are not `there` are 0; by_rows: of `struct move` */
u64  moved_bits(const u8 *from, u64 bits);
void move_row(u32 *restrict to, const u32 *restrict row, const u8 *from, u64 there, bool by_rows);

void resolve_move(struct move *);                                                /* at decode: its lanes */
void move_source(struct wave *, const struct inst *, struct lanes *, u32 k);   /* DPP on word k of source 0 */
u64  move_writes(const struct wave *, const struct inst *, u64 live);          /* lanes a DPP instruction may write */
