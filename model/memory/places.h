/* Addresses of accesses, and their execution: shared by the files of memory/. */
#pragma once
#include "memory.h"

static inline u32 element_bytes(const struct inst *i)  { return bytes_each(&i->op->access); }
/* bytes of an element as accessed; a format may change the size */
static inline u32 made_bytes(const struct inst *i, const struct body *b)
{ return b->as ? bytes_each(b->as) : element_bytes(i); }
/* dwords, at least 1 */
static inline u32 words_of(const struct access *a)
{
    const u32 whole = a->bits >> 5;
    return whole ? whole : 1;
}
/* bytes of each dword; less for short elements */
static inline u32 part_of(const struct access *a) { return words_of(a) > 1 ? 4 : bytes_each(a); }
static inline u32 element_words(const struct inst *i) { return words_of(&i->op->access); }
static inline const struct access *made(const struct inst *i, const struct body *b)
{ return b->as ? b->as : &i->op->access; }

/* Lane l's element starts `near` bytes into a part, and may cross parts. */
static inline void lie_across(struct body *b, int l, u32 part, u32 near, u32 step)
{
    b->crossing |= 1ull << l;
    b->part = part;
    b->near[l] = (u8)near;
    b->step[l] = step;
}

/* ---- perform_access.c ---- */
/* Copies bytes of lane l's element from byte `from` on.  Returns whether one is undefined. */
/* Copies the undefined bits of lanes of a register, shifted right, to row `row` of the data. */
void copy_undefined(const struct wave *, u32 reg, struct body *, u32 row, u32 shift, u64 lanes);
bool gather_bytes(const struct body *, const u8 *at, const u8 *open, int l, u32 from, u32 bytes, void *to);

/* ---- issue.c ---- */
/* Refuses and reports an atomic that is not aligned to its size.  Its result is undefined. */
bool refused(struct wave *, const struct inst *, struct body *, enum verb, u64 address, int lane);
/* The same for an atomic that crosses parts of swizzled memory. */
bool refused_across_parts(struct wave *, const struct inst *, struct body *, enum verb, u32 near, u32 part, int lane);
/* live lanes; 0 if the result is beyond the wave's registers */
u64  vector_result_lanes(struct wave *, const struct inst *);
/* rows of a vector address; returns undefined live lanes */
u64  address_words(struct wave *, const struct operand *, const u32 *row[2], u64 live);

/* ---- lds.c, flat.c, buffer.c, smem.c: host bytes of each live lane; false: the run stopped ---- */
bool place_lds(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_vector(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_buffer(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool is_mismatched(struct wave *, const struct inst *);          /* Is the resource of a buffer access not a V#? */
bool is_of_buffer(struct wave *, const struct inst *);           /* Is the resource of an image access a V#? */
bool place_image(struct wave *, const struct inst *, struct body *, enum verb verb, u64 live);
bool place_scalar(struct wave *, const struct inst *, struct body *, enum verb, u64 parts);
u8  *lds_at(struct wave *, u32 address, u32 bytes, u8 **open);
bool is_one_address(const struct wave *, const struct inst *);   /* a DS operation with two equal addresses */
u32  m0_base(struct wave *);                                     /* M0[15:0], where it selects a part of LDS */

/* Reports an address beyond LDS.  False: the run stopped. */
bool report_outside(struct wave *, const struct inst *, int lane, u32 address, u32 size);

/* ---- line.c: live lanes with contiguous elements ---- */
/* Are the elements at those addresses contiguous, and not beyond 2^32? row[1]: upper words of addresses, or 0.
   all_alike: is it one address? */
bool is_line(u32 bytes, const u32 *const row[2], u64 live), all_alike(const u32 *const row[2], u64 live);
u32  span_of_lanes(u32 bytes, u64 live);                         /* bytes from the first to the last live lane */
/* Sets the line: element 0 of lane `first` is at `at`. */
void set_line(struct body *, const u8 *at, const u8 *open, u32 bytes, int first);
void load_line(struct body *, u32 words, u64 live);
/* False: nothing was stored, because the line has gaps. */
bool store_line(const struct body *, u32 words, u64 live);
/* Set the line at the addresses in `row` plus `base`.  False: it is no line, or not completely mapped. */
bool place_line_in_lds(struct wave *, const struct inst *, struct body *, const u32 *const row[2], u64 live);
bool place_line_in_memory(struct wave *, const struct inst *, struct body *, enum verb, u64 base,
                          const u32 *const row[2], u64 live);
/* may this access use a line? */
static inline bool may_line(const struct wave *w, const struct inst *i)
{
    return i->fast.line && !w->m->trace && !is_controlled(w->m) &&
           w->m->run->choices.alignment == ASSAY_ALIGN_UNALIGNED;
}

/* ---- format.c ---- */
struct texel texel_of(const struct wave *, const struct inst *, const u32 *resource);
const struct access *texel_access(u32 bytes);                    /* an access of that size; 0: none */
/* A typed load converts memory to registers; a typed store converts registers to memory. */
void load_texels(struct body *, u32 half, u64 live), pack_texels(struct body *, u64 live);

/* ---- scalar_cache.c ---- */
void mark_dirty(struct assay *, u64 address, u32 bytes);         /* within one line */

/* ---- perform_access.c, combine.c ---- */
void perform_access(struct wave *, struct pending *); /* transfers data from or to memory */
void load_from_lds(struct body *, u64 live);                     /* the LDS data of a store from LDS */
/* Is the final value of the atomic independent of the order of lanes? */
bool commutes(const struct access *);
struct fp atomic_mode(const struct wave *, const struct inst *, bool lds);
