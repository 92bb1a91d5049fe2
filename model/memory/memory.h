/* Outstanding results and the memory they touch: what waits/ and memory/ share. */
#pragma once
#include "access.h"
#include "machine.h"

/* PENDING: what all counters together can count, and some.  A memory operation has at most two elements a lane (DS 2ADDR), each
   of at most four dwords; a result at most four vector registers or sixteen scalar ones. */
enum { PENDING = 200, ELEMENTS = 2, ELEMENT_ROWS = 4, ROWS = ELEMENTS * ELEMENT_ROWS, RESULT_REGS = 4 };
enum { MEMORY_VIOLATION = 1 << 8 };                              /* TRAPSTS (RDNA3 ISA, 3.4) */
enum verb  { LOAD, STORE, ATOMIC, VALUE, VERBS };                /* VALUE: the result is known at issue, no memory is touched */
enum stage { ISSUED, ACCESSED, WRITTEN };                        /* sources read; memory accessed; registers written */
enum path  { LDS_PATH = 1, VECTOR_PATH = 2, SCALAR_PATH = 4 };   /* FLAT takes two */

/* How an operation counts.  Operations of one order on a counter finish in the order of issue; those of order 0 whenever. */
struct event { u8 path, waits, order[COUNTERS], weight[COUNTERS]; };      /* waits: a bit a counter; weight: the most it adds */

/* What a memory operation needs until it has touched memory.  Scalar loads: a "lane" is a dword. */
struct body {
    u8 *at[ELEMENTS][LANES], *open_at[ELEMENTS][LANES];          /* host bytes, 0: no access; openness of each, 0: no record kept */
    _Alignas(64) u32 data[ROWS][LANES];                          /* element e from row 4e on; results take the place of data */
    u64 data_open[ROWS];
    u32 step[LANES];                                             /* bytes from one dword of an element to the next */
    u8 present[LANES];                                           /* dwords of an element that are in bounds */
    u64 lost;                                                    /* lanes whose access was refused: their result is open */
    struct fp fp;
    const struct access *as;                                     /* the access, where M0 and not the row says what it is */
};

/* One outstanding operation.  lanes[k]: lanes of result register k that are still awaited (scalar results: lanes[0], a bit a
   register).  open[k]: which of them are open once they are there. */
struct pending {
    const struct inst *by;
    u64 pc, live, lanes[RESULT_REGS], open[RESULT_REGS], told;   /* told: the instruction at which its misuse was last reported */
    const u8 *low, *high;                                        /* host bytes it touches lie between these; 0: not asked yet */
    struct event event;
    u8 kind, first, count, words, half, stage, verb, slot;
};

struct outstanding {                                             /* w->pending points here */
    struct pending head[PENDING];                                /* in the order of issue */
    u64 used[(PENDING + 63) / 64];                               /* a bit a body */
    u64 v[VGPRS / 64], s[SGPRS / 64];                            /* registers some operation will write */
    struct body body[PENDING];
};

static inline struct outstanding *outstanding(const struct wave *w)  { return (struct outstanding *)(void *)w->pending; }
static inline struct body *body_of(const struct wave *w, const struct pending *p)  { return &outstanding(w)->body[p->slot]; }
static inline bool awaits_v(const struct wave *w, u32 reg)  { return w->pending_count && outstanding(w)->v[reg >> 6] >> (reg & 63) & 1; }
static inline bool awaits_s(const struct wave *w, u32 reg)  { return w->pending_count && outstanding(w)->s[reg >> 6] >> (reg & 63) & 1; }

/* ---- registers.c ---- */
void put_v(struct wave *, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open);     /* past the record of outstanding results */
void put_s(struct wave *, u32 reg, u32 value, bool open);
bool hwreg_is_open(const struct wave *, u32 id);                 /* its value depends on clock, place or load */

/* ---- counters.c ---- */
struct event event_of(const struct wave *, const struct inst *, enum verb);
/* Before sources are read: what must have finished for the counters to hold one more has finished.  A free body. */
struct body *make_room(struct wave *, const struct event *);
/* Records the operation with the body make_room gave.  From here on its destination is open until a wait proves it. */
struct pending *record(struct wave *, const struct inst *, const struct event *, const struct body *, enum verb, u64 live);
void go(struct wave *, struct pending *);                        /* the stages the policy takes at once */

/* Results that come back by a counter without touching memory (permutes: access.h). */
void return_scalar(struct wave *, const struct inst *, const u32 *words, bool open);                  /* clocks, messages: to i->d[0] */
void send_message(struct wave *, const struct inst *);                                                /* nothing comes back */

/* ---- combine.c ---- */
bool commutes(const struct inst *);                              /* the lanes of the atomic end in one value in any order */
struct fp atomic_mode(const struct wave *, const struct inst *, bool lds);

/* ---- touch.c, issue.c ---- */
void touch(struct wave *, struct pending *);                     /* the access itself: data to or from memory */
u64  address_words(struct wave *, const struct operand *, const u32 *row[2], u64 live);   /* rows of a vector address; its open lanes */

static inline u32 element_bytes(const struct inst *i)  { return i->op->access.bits / 8u; }
static inline u32 element_words(const struct inst *i)  { return i->op->access.bits > 32 ? i->op->access.bits / 32u : 1; }

/* ---- parameters.c: of primitives, in LDS ---- */
enum { P0, P10, P20, BY_FIELD };                                 /* which parameter; BY_FIELD: the instruction says */
u32  lds_m0(struct wave *);                                      /* M0, where it says what of LDS is read */
u32  lds_parameter(struct wave *, const struct inst *, u32 m0, int l, u32 which, bool *open);     /* for lane l, read at once */
u32  lds_direct(struct wave *, bool *open);                      /* the operand of that name: a value of LDS at M0 */

static inline u64 whole_quads(u64 lanes)
{
    lanes |= lanes >> 2;
    lanes |= lanes >> 1;
    return (lanes & 0x1111111111111111u) * 15;
}

/* ---- lds.c, flat.c, buffer.c, smem.c: host bytes of every live lane; false: the run stopped ---- */
bool place_lds(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_vector(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_buffer(struct wave *, const struct inst *, struct body *, enum verb, u64 live);
bool place_scalar(struct wave *, const struct inst *, struct body *, u64 dwords);
u8  *lds_at(struct wave *, u32 address, u32 bytes, u8 **open);

/* ---- atomic_float.c: the new memory value; f64_: of 64 bits ---- */
u64  atomic_add_f32(struct fp *, u64 memory, u64 data);
u64  atomic_select(struct fp *, bool f64_, bool greatest, u64 memory, u64 data);
u64  atomic_swap_equal(struct fp *, bool f64_, u64 memory, u64 data, u64 other);

/* ---- races.c ---- */
void check_own(struct wave *, struct pending *);                 /* scalar against vector accesses of the same wave */
void check_lanes(struct wave *, struct pending *);               /* lanes of one store against each other */
void check_waves(struct wave *, struct pending *);               /* against the other waves of the group */
