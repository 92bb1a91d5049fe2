/* Operands of an operation with a sampler, and its address (sample.c, sample_address.c). */
#pragma once
#include "float.h"
#include "sampler.h"

enum { S, T, R, LOD, OFFSETS, REFERENCE };                       /* rows of a body's `address` */

/* Operands that are equal in all lanes. */
struct request {
    struct image_resource image;
    struct sampler sampler;
    enum image_type kind;              /* declared by the instruction */
    u32 border[COMPONENTS], mask, sampled;
    bool d16, unnormalized;
    bool seams;                        /* a cube whose faces are filtered together */
};

/* Halves are sources only, and no sum is small enough to be subnormal. */
static inline struct fp sampling(void) { return (struct fp){ .denorm = { KEEP_OUT | KEEP_IN, KEEP_IN } }; }

static inline u32 axes_of(enum image_type t)
{ return t == IMAGE_3D ? 3 : t == IMAGE_1D || t == IMAGE_1D_ARRAY ? 1 : 2; }

/* Reads the address of each live lane into the body.  Lanes without a level are lost. */
void read_address(struct wave *, const struct inst *, struct body *, const struct request *, u64 live);
