/* What the vector pipelines ask of the record of outstanding results. */
#pragma once
#include "model.h"

/* The result of a DS instruction that touches no LDS (permutes): like write_back of word rows, but counted on LGKMcnt. */
void return_lds(struct wave *, const struct inst *, const u32 (*rows)[LANES], u64 lanes, u64 open);
