/* Functions of control.c for other files of ops/. */
#pragma once
#include "pipeline.h"

/* Does it wait until LGKMcnt is 0? */
bool waits_for_lgkm(const struct traits *, const struct inst *);
bool ends_program(const struct inst *);                          /* S_ENDPGM */
