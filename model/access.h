/* What the vector pipelines ask of the record of outstanding results. */
#pragma once
#include "model.h"

/* After write_back of a row: if the instruction is a DS one, its result counts as outstanding on LGKMcnt from here on; else nothing. */
void issue_lds_result(struct wave *, const struct inst *);
