/* Where an access lies and what is done there: what the files of memory/ share. */
#pragma once
#include "memory.h"

static inline u32 element_bytes(const struct inst *i)  { return bytes_each(&i->op->access); }
/* of the access as it is made: by format where it has one */
static inline u32 made_bytes(const struct inst *i, const struct body *b)
{ return b->as ? bytes_each(b->as) : element_bytes(i); }
/* dwords, at least one */
static inline u32 words_of(const struct access *a)
{
    const u32 whole = a->bits >> 5;
    return whole ? whole : 1;
}
/* bytes of each of them */
static inline u32 part_of(const struct access *a) { return words_of(a) > 1 ? 4 : bytes_each(a); }
static inline u32 element_words(const struct inst *i) { return words_of(&i->op->access); }
static inline const struct access *made(const struct inst *i, const struct body *b)
{ return b->as ? b->as : &i->op->access; }

/* Lane l's element begins `near` bytes into a part and may lie across it and others. */
static inline void lie_across(struct body *b, int l, u32 part, u32 near, u32 step)
{
    b->crossing |= 1ull << l;
    b->part = part;
    b->near[l] = (u8)near;
    b->step[l] = step;
}

/* ---- touch.c ---- */
/* bytes `from` on of lane l's element, which begins there; is any of them open? */
bool gather_bytes(const struct body *, const u8 *at, const u8 *open, int l, u32 from, u32 bytes, void *to);

/* ---- issue.c ---- */
/* an atomic that is not aligned to its size is not made: told, and its result is open */
bool refused(struct wave *, const struct inst *, struct body *, enum verb, u64 address, int lane);
/* and so is one that lies across the parts of swizzled memory */
bool refused_across_parts(struct wave *, const struct inst *, struct body *, enum verb, u32 near, u32 part, int lane);
/* live lanes; none where the result lies beyond the wave's registers */
u64  vector_result_lanes(struct wave *, const struct inst *);
/* rows of a vector address; which live lanes of it are open */
u64  address_words(struct wave *, const struct operand *, const u32 *row[2], u64 live);

/* ---- lds.c, flat.c, buffer.c, smem.c: host bytes of every live lane; false: the run stopped ---- */
bool place_lds(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_vector(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_buffer(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool is_mismatched(struct wave *, const struct inst *);          /* the resource of a buffer access is another's */
bool is_of_buffer(struct wave *, const struct inst *);           /* and that of an image access is a buffer's */
bool place_image(struct wave *, const struct inst *, struct body *, enum verb verb, u64 live);
bool place_scalar(struct wave *, const struct inst *, struct body *, enum verb, u64 parts);
u8  *lds_at(struct wave *, u32 address, u32 bytes, u8 **open);
bool is_one_address(const struct wave *, const struct inst *);   /* of a DS operation of two */
u32  m0_base(struct wave *);                                     /* M0[15:0], where it says what of LDS is meant */

/* a place beyond LDS: told; false: the run stopped */
bool report_outside(struct wave *, const struct inst *, int lane, u32 address, u32 size);

/* ---- line.c: live lanes whose elements lie one behind the other ---- */
/* elements at those addresses, row[1] their upper words or 0: do they lie so, not beyond 2^32?  Is it one address? */
bool is_line(u32 bytes, const u32 *const row[2], u64 live), all_alike(const u32 *const row[2], u64 live);
u32  span_of_lanes(u32 bytes, u64 live);                         /* bytes from the first one's to the last one's */
/* element 0 of lane `first` and those behind it lie there */
void set_line(struct body *, const u8 *at, const u8 *open, u32 bytes, int first);
void load_line(struct body *, u32 words, u64 live);
/* false: nothing was stored, for there are gaps */
bool store_line(const struct body *, u32 words, u64 live);
/* lay it where the rows of addresses have it, behind `base`; false: it is none, or not all of it is there */
bool place_line_in_lds(struct wave *, const struct inst *, struct body *, const u32 *const row[2], u64 live);
bool place_line_in_memory(struct wave *, const struct inst *, struct body *, enum verb, u64 base,
                          const u32 *const row[2], u64 live);
/* may this access be one? */
static inline bool may_line(const struct wave *w, const struct inst *i)
{
    return i->fast.line && !w->m->trace && !is_controlled(w->m) &&
           w->m->run->choices.alignment == ASSAY_ALIGN_UNALIGNED;
}

/* ---- format.c ---- */
struct texel texel_of(const struct wave *, const struct inst *, const u32 *resource);
const struct access *texel_access(u32 bytes);                    /* an access of that size; 0: none */
/* a typed load's memory to registers; a typed store's registers to what memory will hold */
void load_texels(struct body *, u32 half, u64 live), pack_texels(struct body *, u64 live);

/* ---- dirty.c ---- */
void mark_dirty(struct assay *, u64 address, u32 bytes);         /* within one line */

/* ---- touch.c, combine.c ---- */
void perform_access(struct wave *, struct pending *); /* the access itself: data to or from memory */
void load_from_lds(struct body *, u64 live);                     /* what a store from LDS would store now */
/* the lanes of the atomic end in one value in any order */
bool commutes(const struct access *);
struct fp atomic_mode(const struct wave *, const struct inst *, bool lds);
