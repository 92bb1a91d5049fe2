/* Where an access lies and what is done there: what the files of memory/ share. */
#pragma once
#include "memory.h"

static inline u32 element_bytes(const struct inst *i)  { return i->op->access.bits / 8u; }
static inline u32 element_words(const struct inst *i) { return i->op->access.bits > 32 ? i->op->access.bits / 32u : 1; }

/* ---- issue.c ---- */
/* an atomic that is not aligned to its size is not made: told, and its result is open */
bool refused(struct wave *, const struct inst *, struct body *, enum verb, u64 address, int lane);
/* rows of a vector address; its open lanes */
u64  address_words(struct wave *, const struct operand *, const u32 *row[2], u64 live);

/* ---- lds.c, flat.c, buffer.c, smem.c: host bytes of every live lane; false: the run stopped ---- */
bool place_lds(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_vector(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_buffer(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_scalar(struct wave *, const struct inst *, struct body *, enum verb, u64 parts);
u8  *lds_at(struct wave *, u32 address, u32 bytes, u8 **open);

/* ---- dirty.c ---- */
void mark_dirty(struct assay *, u64 address, u32 bytes);         /* within one line */

/* ---- touch.c, combine.c ---- */
void touch(struct wave *, struct pending *);                     /* the access itself: data to or from memory */
/* the lanes of the atomic end in one value in any order */
bool commutes(const struct inst *);
struct fp atomic_mode(const struct wave *, const struct inst *, bool lds);
