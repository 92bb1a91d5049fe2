/* Fast paths of single instructions (fast_paths.c). */
#pragma once
#include "pipeline.h"

bool fast_vector(struct wave *, const struct inst *), fast_quad(struct wave *, const struct inst *);
bool fast_gather(struct wave *, const struct inst *), fast_indexed(struct wave *, const struct inst *);
bool fast_scalar(struct wave *, const struct inst *), fast_branch(struct wave *, const struct inst *);
bool fast_delay(struct wave *, const struct inst *), fast_wait(struct wave *, const struct inst *);
bool fast_access(struct wave *, const struct inst *);
