/* Lane movement by DPP: which lane each lane reads, and which it may write. */
#pragma once
#include "pipeline.h"

void settle_move(struct move *);                                                /* at decode: its lanes */
void move_source(struct wave *, const struct inst *, struct lanes *, u32 k);   /* DPP on word k of source 0 */
u64  move_writes(const struct inst *, u64 live);                               /* lanes a DPP instruction may write */
