/* What an operation with a sampler asks for, and the address it gives: sample.c and sample_address.c. */
#pragma once
#include "float.h"
#include "sampler.h"

enum { S, T, R, LOD, OFFSETS, REFERENCE };                       /* rows of a body's `address` */

/* Everything an operation asks for that is the same in all lanes. */
struct request {
    struct image_resource image;
    struct sampler sampler;
    enum image_type kind;              /* as the instruction declares it */
    u32 border[COMPONENTS], mask, sampled;
    bool d16, unnormalized;
    bool seams;                        /* of a cube whose faces are filtered together */
};

/* Halves are only read, and no sum is so small. */
static inline struct fp sampling(void) { return (struct fp){ .denorm = { KEEP_OUT | KEEP_IN, KEEP_IN } }; }

static inline u32 axes_of(enum image_type t)
{ return t == IMAGE_3D ? 3 : t == IMAGE_1D || t == IMAGE_1D_ARRAY ? 1 : 2; }

/* The address's numbers of every live lane, to the body; lanes that have no level are lost. */
void read_address(struct wave *, const struct inst *, struct body *, const struct request *, u64 live);
