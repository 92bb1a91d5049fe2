/* What other files of ops/ ask of control.c. */
#pragma once
#include "pipeline.h"

/* Does it wait until LGKMcnt is 0, whatever else for? */
bool waits_for_lgkm(const struct traits *, const struct inst *);
bool ends_program(const struct inst *);                          /* S_ENDPGM */
