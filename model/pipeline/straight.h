/* The straight ways that an instruction takes by itself: straight.c. */
#pragma once
#include "pipeline.h"

bool take_vector(struct wave *, const struct inst *), take_quad(struct wave *, const struct inst *);
bool take_gather(struct wave *, const struct inst *), take_indexed(struct wave *, const struct inst *);
bool take_scalar(struct wave *, const struct inst *), take_branch(struct wave *, const struct inst *);
bool take_delay(struct wave *, const struct inst *), take_wait(struct wave *, const struct inst *);
bool take_access(struct wave *, const struct inst *);
