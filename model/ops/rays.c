/* Traversal of a ray through a hierarchy. */
#include "pipeline.h"
#include "memory.h"
#include "rows_rays.h"

static void ds_bvh_stack_rtn_b32(struct wave *w, const struct inst *i)  { visit_nodes(w, i); }

#include "rows_rays.inc"
