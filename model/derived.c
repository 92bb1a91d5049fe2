/* The model as it is has no derived mutants: `assay mutate` builds a library of its own, with another file in the place of this one. */
#include "mutants.h"

bool derived_begin(u32 mutant) { return mutant < DERIVED; }

void derived_decoded(const struct assay *m, struct inst *i, struct op *room) { (void)m, (void)i, (void)room; }
