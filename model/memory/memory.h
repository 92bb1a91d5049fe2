/* Public header of memory/: memory operations, and reads of LDS by other pipelines. */
#pragma once
#include "waits.h"

/* ---- issue.c, bvh.c, sample.c, parameters.c: `run` functions of operations ---- */
void run_load(struct wave *, const struct inst *), run_store(struct wave *, const struct inst *),
    run_atomic(struct wave *, const struct inst *);
/* counters of loads, stores and atomics, zeros for others; fills inst.event at decode */
struct event memory_event(const struct traits *, const struct inst *);
/* The fast path of most accesses (line.c).  Its registers are not awaited and are defined.  It does what run_memory
   does, or returns false and changes nothing. waited: the next instruction waits for all that this one counts. */
bool fast_line(struct wave *, const struct inst *, bool waited);
void run_intersection(struct wave *, const struct inst *), run_sample(struct wave *, const struct inst *);
void run_parameter_load(struct wave *, const struct inst *), run_direct_load(struct wave *, const struct inst *);

/* ---- smem.c, scalar_cache.c: the scalar data cache ---- */
/* address of a cache operation */
u64  scalar_address(struct wave *, const struct inst *, const struct operand *base);
/* S_DCACHE_DISCARD of the line at an address; S_DCACHE_WB */
void discard_line(struct wave *, u64 address), clean_lines(struct wave *);

/* ---- ray_stack.c ---- */
void visit_nodes(struct wave *, const struct inst *);            /* DS_BVH_STACK_RTN */

/* ---- lds.c ---- */
u8  *share_at(const struct share *, u64 address, u32 bytes, u8 **open);            /* 0: outside */

/* ---- parameters.c: parameters of primitives in LDS ---- */
enum { P0, P10, P20, BY_FIELD };                                 /* BY_FIELD: the instruction selects the parameter */
u32  lds_m0(struct wave *);                                      /* M0 where it selects what is read from LDS */
/* Reads at once for the live lanes of a row.  Returns undefined lanes. */
u64  lds_parameters(struct wave *, const struct inst *, u64 live, u32 which, u32 *row);
u32  lds_direct(struct wave *, bool *open);                      /* the operand LDS_DIRECT: a value of LDS at M0 */

static inline u64 whole_quads(u64 lanes)
{
    lanes |= lanes >> 2;
    lanes |= lanes >> 1;
    return (lanes & 0x1111111111111111u) * 15;
}
