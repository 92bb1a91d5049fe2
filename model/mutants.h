/* Deliberate faults (harness/targets/mutants.txt): a certification that does not notice one is itself at fault.  Most are
   applied at three seams: after decoding, between fetching and computing, and between computing and writing. */
#pragma once
#include "model.h"

/* Deliberate faults, numbered as in harness/targets/mutants.txt. */
enum mutant {
    NO_MUTANT, EXEC_IGNORED, NEG_DROPPED, BORROW_INVERTED, MASK_KEEPS_OLD, ROUND_TO_ZERO, SHIFT_UNMASKED, WAIT_ONE_SHORT, STORE_DROPS_LANE,
    INLINE_CONSTANT, HALF_SWAPPED, BRANCH_OFF_BY_ONE, OFFSET_UNSIGNED, GROUP_ID_SWAPPED, BOUND_CTRL,
    IMMEDIATE_UNSIGNED, SAVEEXEC_LEAVES_EXEC, CLAMP_DROPPED, OMOD_DROPPED, ABS_DROPPED, DENORMALS_KEPT, CNDMASK_INVERTED, SEXT_DROPPED,
    ROW_SHIFT_OFF, OP_SEL_HI_IGNORED, MUL24_WIDE, LOAD_UNSIGNED, D16_ZEROES, SMEM_OFFSET_IGNORED, DS_SECOND_UNSCALED, LDS_UNCHECKED,
    ATOMIC_RETURNS_NEW, STORES_COUNT_VM, WAITS_IGNORED, ERRORS_UNREPORTED, BARRIER_IGNORED, CONDITION_INVERTED, LITERAL_ZERO,
    PARTIAL_FULL_EXEC, IDS_UNPACKED, USER_SGPRS_SHIFTED, FIRST_LANE_ZERO, CARRY_IN_DROPPED, SCC_UNWRITTEN, MASK_HALF, FMA_UNFUSED,
    IEEE_IGNORED, PRESERVE_DROPPED, ROW_MASK_IGNORED, LINK_ONE_EARLY, PERMUTE_UNSCALED, SMEM_IN_ORDER, HAZARDS_UNWATCHED,
    RESERVED_ACCEPTED, VOPD_Y_DROPPED, HALF_IGNORED, MODE_PRESET, BFE_UNSIGNED, RACES_UNREPORTED,
    SCC_INVERTED, INDEX_IGNORED, SETREG_WHOLE, HIGH_DWORD_ZERO, LANES_NOT_MOVED, PART_IGNORED, RANGE_UNCHECKED, FLAGS_UNRAISED,
    SOURCES_SWAPPED, THIRD_SOURCE_ZERO, FETCH_DROPPED, NEG_HI_DROPPED, UPPER_HALF_COPIED, LOW_BIT_FLIPPED,
    MATRIX_TRANSPOSED = 80, QUAD_IGNORED, PRIMITIVE_ZERO, DIRECT_WHOLE, SUBVECTOR_ONCE,
};

/* `i` as decoded, size 0 included; `other` its VOPD half; `room`: for an operation that is a little different. */
void mutate_decoded(const struct assay *, struct inst *, struct inst *other, struct op *room);
void mutate_sources(const struct wave *, const struct inst *, struct lanes *);
void mutate_results(const struct wave *, const struct inst *, struct lanes *);

/* Mutants derived from the model's own text and tables (model/mutate.py) have numbers from here on.  Only the library that is built
   of them has any; the two functions stand in derived.c here, and are replaced there. */
enum { DERIVED = 1000 };
bool derived_begin(u32 mutant);                        /* every run passes here; false: there is no such mutant */
void derived_decoded(const struct assay *, struct inst *, struct op *room);
