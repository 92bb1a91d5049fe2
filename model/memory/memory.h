/* Memory: operations that reach it, and what of LDS other pipelines read.  The face of memory/. */
#pragma once
#include "waits.h"

/* ---- issue.c, bvh.c, sample.c, parameters.c: the `run` of an operation ---- */
void run_load(struct wave *, const struct inst *), run_store(struct wave *, const struct inst *),
    run_atomic(struct wave *, const struct inst *);
/* how one of these three counts, of others nothing: inst.event, at decode */
struct event memory_event(const struct traits *, const struct inst *);
/* The straight way of most: line.c.  Of registers that nothing awaits and that are closed: as run_memory has it; or
   nothing, and false.  waited: the next instruction waits for all that this one counts. */
bool fast_line(struct wave *, const struct inst *, bool waited);
void run_intersection(struct wave *, const struct inst *), run_sample(struct wave *, const struct inst *);
void run_parameter_load(struct wave *, const struct inst *), run_direct_load(struct wave *, const struct inst *);

/* ---- smem.c, dirty.c: the scalar data cache ---- */
/* of an operation on the cache */
u64  scalar_address(struct wave *, const struct inst *, const struct operand *base);
/* S_DCACHE_DISCARD of the line that holds an address; S_DCACHE_WB */
void discard_line(struct wave *, u64 address), clean_lines(struct wave *);

/* ---- ray_stack.c ---- */
void visit_nodes(struct wave *, const struct inst *);            /* DS_BVH_STACK_RTN */

/* ---- lds.c ---- */
u8  *share_at(const struct share *, u64 address, u32 bytes, u8 **open);            /* 0: outside */

/* ---- parameters.c: of primitives, in LDS ---- */
enum { P0, P10, P20, BY_FIELD };                                 /* which parameter; BY_FIELD: the instruction says */
u32  lds_m0(struct wave *);                                      /* M0, where it says what of LDS is read */
/* read at once, to the live lanes of a row; which of them are open */
u64  lds_parameters(struct wave *, const struct inst *, u64 live, u32 which, u32 *row);
u32  lds_direct(struct wave *, bool *open);                      /* the operand of that name: a value of LDS at M0 */

static inline u64 whole_quads(u64 lanes)
{
    lanes |= lanes >> 2;
    lanes |= lanes >> 1;
    return (lanes & 0x1111111111111111u) * 15;
}
