/* Deliberate faults (harness/targets/mutants.txt): a certification that does not notice one is itself at fault.  Most are
   applied at two seams, between fetching and computing, and between computing and writing. */
#pragma once
#include "model.h"

void mutate_sources(const struct wave *, const struct inst *, struct lanes *);
void mutate_results(const struct wave *, const struct inst *, struct lanes *);
