/* What the pipelines share. */
#pragma once
#include "model.h"

void read_mode(struct wave *);                                           /* MODE and the declared choices, as float operations see them */
u64 scalar_source(struct wave *, const struct operand *, bool *open);    /* a scalar operand, up to 64 bits */
void fetch_scalar(struct wave *, const struct inst *, struct lanes *);   /* sources into lane 0; open[SOURCES - 1]: any is open */
void work_out(struct wave *, const struct inst *, struct lanes *);       /* between fetch and write_back: results with their modifiers */
bool result_ignored(struct wave *, const struct inst *);                 /* a result lies beyond the allocation, and that is reported */
const struct inst *gpr_indexed(struct wave *, const struct inst *, struct inst *copy);   /* registers moved by the GPR-index mode, or 0: discarded */
