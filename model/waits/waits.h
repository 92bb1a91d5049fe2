/* Public header of waits/: outstanding results, and register accesses of instructions, which check them. */
#pragma once
#include "model.h"

/* Are early uses checked?  The build of tools/bench_checks.py disables that to measure its cost.  There each result is
   written at issue, waits do nothing, and nothing is reported. */
#ifdef ASSAY_UNCHECKED
enum { WATCHED = 0 };
#else
enum { WATCHED = 1 };
#endif

/* PENDING: what all counters can count together, and some more.  A memory operation has at most two elements in a lane
   (DS 2ADDR) of at most four dwords.  A result has at most four vector registers and a status, or sixteen scalar
   ones. */
enum {
    PENDING = 200,
    SLACK = 56,
    ELEMENTS = 2,
    ELEMENT_ROWS = 4,
    ROWS = ELEMENTS * ELEMENT_ROWS,
    RESULT_REGS = 5,
    ADDRESS_ROWS = 12
};
#define SPREAD 0x9e3779b97f4a7c15u                                     /* hash multiplier: odd, without a pattern */
/* Tolerance of values that a sampler blends: 1/256 of the value (errata E-212). */
enum { BLEND_ULP = 1 << 15 };
/* Numbers of orders on a counter (spec/counters.txt). 'in' is the counter's number + 1. 'own' orders start at
   OWN_ORDER; each kind of export has one. */
enum { OWN_ORDER = COUNTERS + 1, ORDERS = 16, EVERY_COUNTER = (1 << COUNTERS) - 1 };
/* VALUE: the result is known at issue, without a memory access */
enum verb  { LOAD, STORE, ATOMIC, VALUE, VERBS };
enum stage { ISSUED, ACCESSED, WRITTEN };                        /* sources read; memory accessed; registers written */
enum path  { LDS_PATH = 1, VECTOR_PATH = 2, SCALAR_PATH = 4, GDS_PATH = 8 };   /* FLAT uses two */

/* The format of a typed access. layout: Vega's DATA_FORMAT; number: texel.h; select: DST_SEL by component. blocks: a
   format of texel blocks or of single bits, which no manual specifies. */
enum { COMPONENTS = 4 };
struct texel { u8 layout, number, bytes, select[COMPONENTS]; bool reserved, blocks; };
/* The part of a format that an operation transfers. mask: components with registers; 0: untyped. d16: registers of 16
   bits. raw: memory dwords, shorter ones extended by `sign`. fragments: four fragments of one component, `step` bytes
   apart. */
struct moved { u8 mask; bool d16, raw, sign, fragments; };

/* Operands of a memory operation until it accesses memory.  For scalar accesses a "lane" is a dword. */
struct body {
    /* host bytes, 0: no access; their undefined flags, 0: not recorded */
    u8 *at[ELEMENTS][LANES], *open_at[ELEMENTS][LANES];
    /* element e from row 4e on; results replace data */
    _Alignas(64) u32 data[ROWS][LANES];
    u64 data_open[ROWS];
    /* lanes of data_open whose undefined bits are in data_bits; in the other lanes all are */
    u64 data_part[ROWS];
    u32 data_bits[ROWS][LANES];
    u32 step[LANES];                                             /* bytes between dwords of an element */
    u8 present[LANES];                                           /* dwords of an element within bounds */
    /* Lanes whose element crosses parts of `part` bytes that are `step` apart: swizzled buffers and private memory.
       near: offset of the element in its first part. */
    u64 crossing;
    u32 part;
    u8 near[LANES];
    /* lanes whose access was refused; their result is undefined */
    u64 lost;
    /* line.c: element 0 of lane l is at line + line_bytes * l, its undefined flags at the same offset from line_open
       (0: not recorded). line 0: not a line.  The addresses of lanes above are computed on demand (placed). */
    uintptr_t line, line_open;
    u32 line_bytes;
    bool expanded;
    struct fp fp;
    /* the access, if M0 or a format determines it */
    const struct access *as;
    struct texel texel;
    /* further inputs of images and stacks: address registers, T# and S# */
    u32 resource[8], sampler[4];
    u64 sampled;                                                 /* lanes that read texels, whatever the result */
    _Alignas(64) u32 address[ADDRESS_ROWS][LANES];
    struct moved moved;
};

static inline u32 undefined_data(const struct body *b, u32 row, int l)
{
    if (!(b->data_open[row] >> l & 1)) return 0;
    return b->data_part[row] >> l & 1 ? b->data_bits[row][l] : ~0u;
}
/* The lanes of a row of which all bits are undefined; of which the undefined bits are in data_bits. */
static inline u64 wholly_undefined(const struct body *b, u32 row)  { return b->data_open[row] & ~b->data_part[row]; }
static inline u64 partly_undefined(const struct body *b, u32 row)  { return b->data_open[row] & b->data_part[row]; }
/* These lanes are undefined completely. */
static inline void undefine_data(struct body *b, u32 row, u64 lanes)
{
    b->data_open[row] |= lanes;
    b->data_part[row] &= ~lanes;
}
static inline void set_undefined_data(struct body *b, u32 row, int l, u32 bits)
{
    const u64 lane = 1ull << l;
    b->data_bits[row][l] = bits;
    b->data_part[row] |= lane;
    b->data_open[row] = bits ? b->data_open[row] | lane : b->data_open[row] & ~lane;
}

/* Called for bytes that lane `lane` of an access reads or writes. */
typedef void visit_place(void *watcher, int lane, u8 *at, u32 bytes, bool changes);

/* An outstanding operation. lanes[k]: lanes of result register k that are still awaited; scalar results use lanes[0], a
   bit for each register. open[k]: lanes that are undefined on arrival. */
struct pending {
    const struct inst *by;
    /* performs the memory access; 0: there is none */
    void (*perform_access)(struct wave *, struct pending *);
    /* Visits all places of an access that has more than `at` of the body holds; 0: `at` has all. */
    void (*places)(struct wave *, const struct pending *, visit_place *, void *watcher);
    /* checked_at: the instruction at which an early use was last checked */
    u64 pc, live, lanes[RESULT_REGS], open[RESULT_REGS], checked_at;
    u64 blended;                                                 /* lanes whose floats have tolerance BLEND_ULP */
    u64 held[VGPRS / 64];              /* vector registers that it has not read yet, by EXPcnt */
    struct event event;
    bool holds_exec;                   /* it has not read EXEC yet */
    u8 kind, first, count, words, stage, verb, slot;
    u8 barriers;                       /* controlled schedules: barriers since its issue */
    u8 half, halved;                   /* as in struct access, for result register `halved`: the half that is written */
    u16 separate;                                                 /* 0; or 1 + the register of a separate last result */
};

struct outstanding {                                             /* at w->pending */
    struct pending *head;           /* in the order of issue, within `entries`; it advances as the oldest are removed */
    struct pending entries[PENDING + SLACK];
    u64 used[(PENDING + 63) / 64];                               /* a bit for each body */
    u64 v[VGPRS / 64], s[SGPRS / 64];                            /* registers that an operation will write */
    /* scalar accesses; transfers between memory and LDS; operations with result registers */
    u32 scalar, lds_transfers, claiming;
    u32 accessed, written;                                    /* how many, from the first on, have reached that stage */
    u32 weight[COUNTERS];                                        /* totals of all operations */
    u8 in_order[COUNTERS][ORDERS];     /* how many wait for a counter in each order */
    struct body body[PENDING];
};

/* Offset of byte n of lane l's element from its first byte. */
static inline u32 offset_to(const struct body *b, int l, u32 n)
{
    const u32 along = b->near[l] + n;
    if (!(b->crossing >> l & 1)) return n / 4 * b->step[l] + n % 4;
    return along / b->part * b->step[l] + along % b->part - b->near[l];
}
/* Distance from the first to the last byte, plus one. */
static inline u32 span_of(const struct body *b, int l, u32 bytes) { return offset_to(b, l, bytes - 1) + 1; }

/* The number of bytes of lane l's element, of at most `bytes`, that are within bounds. */
static inline u32 bytes_there(const struct body *b, int l, u32 bytes)
{
    const u32 there = b->present[l] * (b->moved.fragments ? b->texel.bytes : 4u);
    return b->moved.fragments || bytes > there ? there : bytes;
}
/* Contiguous bytes of an element: number of the first, its offset from byte 0, length. */
struct byte_run { u32 n, offset, bytes; };
/* The run from byte n on, of `bytes` bytes; empty for n >= bytes. */
static inline struct byte_run byte_run_at(const struct body *b, int l, u32 n, u32 bytes)
{
    if (n >= bytes) return (struct byte_run){ 0 };
    const bool crossing = b->crossing >> l & 1, texels = b->moved.fragments;
    const u32 part = texels            ? b->texel.bytes
                     : crossing        ? b->part
                     : b->step[l] == 4 ? bytes
                                       : 4,
              rest = part - (crossing ? b->near[l] + n : n) % part;
    return (struct byte_run){ n, texels ? n / part * b->step[l] : offset_to(b, l, n),
                              rest < bytes - n ? rest : bytes - n };
}
static inline struct byte_run byte_run_after(const struct body *b, int l, struct byte_run s, u32 bytes)
{ return byte_run_at(b, l, s.n + s.bytes, bytes); }

/* 0: result register k is written whole; 1: low half; 2: high half. */
static inline u32 written_half(const struct pending *p, u32 k) { return k == p->halved ? p->half : 0; }

static inline struct outstanding *outstanding(const struct wave *w) { return (struct outstanding *)(void *)w->pending; }
static inline struct body *body_of(const struct wave *w, const struct pending *p)
{ return &outstanding(w)->body[p->slot]; }
void expand_line(struct body *);                                  /* record.c: computes each lane's address of a line */
/* the body, with the address of each lane */
static inline struct body *placed(const struct wave *w, const struct pending *p)
{
    struct body *b = body_of(w, p);
    if (b->line && !b->expanded) expand_line(b);
    return b;
}
static inline bool awaits_v(const struct wave *w, u32 reg)
{ return w->pending_count && outstanding(w)->v[reg >> 6] >> reg % 64 & 1; }
static inline bool awaits_s(const struct wave *w, u32 reg)
{ return w->pending_count && outstanding(w)->s[reg >> 6] >> reg % 64 & 1; }

/* ---- preconditions of fast paths: registers allocated, scalar sources defined, none of them awaited ---- */

INLINE bool is_awaited(const struct wave *w, const struct fast_path *fast)
{
    const struct outstanding *all = outstanding(w);
    u64 awaited = (fast->s[0] & all->s[0]) | (fast->s[1] & all->s[1]);
    for (int k = 0; k < VGPRS / 64; k++) awaited |= fast->v[k] & all->v[k];
    return awaited;
}

INLINE bool registers_ready(const struct wave *w, const struct fast_path *fast)
{
    if (fast->vgprs > w->vgprs || fast->sgprs > w->sgprs) return false;
    if ((fast->read[0] & w->s_open[0]) | (fast->read[1] & w->s_open[1])) return false;
    return !w->pending_count || !is_awaited(w, fast);
}

/* For instructions that name vector registers only. */
INLINE bool vectors_ready(const struct wave *w, const struct fast_path *fast)
{ return fast->vgprs <= w->vgprs && (!w->pending_count || !is_awaited(w, fast)); }

static inline const struct access *access_of(const struct wave *w, const struct pending *p)
{ return body_of(w, p)->as ? body_of(w, p)->as : &p->by->op->access; }
/* Bytes of one lane.  Scalar loads and stores have one dword in a lane. */
static inline u32 access_bytes(const struct wave *w, const struct pending *p)
{ return p->event.path == SCALAR_PATH && p->verb != ATOMIC ? 4 : bytes_each(access_of(w, p)); }

/* ---- access.c: all register reads and writes of instructions ---- */
u32  read_s(struct wave *, u32 reg);
/* dword k of scalar registers, or of NULL, which is 0 */
u32  read_word(struct wave *, const struct operand *, u32 k, bool *open);
void write_s(struct wave *, u32 reg, u32 value, bool open);
void write_s_bits(struct wave *, u32 reg, u32 value, u32 undefined);
/* Returns the row.  ORs its undefined and tolerant lanes into *open. */
const u32 *read_v(struct wave *, u32 reg, u64 lanes, u64 *open);
/* keep: preserved bits of the register */
void write_v(struct wave *, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open);
u64  read_mask(struct wave *, u32 reg, bool *open);
/* Reads M0.  Comparison ends if one of the bits `used` is undefined. */
u32  read_m0(struct wave *, u32 used);
void write_mask(struct wave *, u32 reg, u64 bits, u64 undefined);         /* one register in wave32, two in wave64 */

/* ---- counters.c ---- */
/* bytes for one wave: zeroed memory at w->pending, from assay_new */
u64  pending_bytes(void);
void begin_wave(struct wave *);                                  /* after its registers are set */
/* completes all outstanding operations and ends the wave */
void end_wave(struct wave *);
void access_vectors(struct wave *);                             /* performs issued vector accesses; registers stay */
bool has_scratch_store(const struct wave *);               /* is a store through SCRATCH outstanding? */
void complete_all(struct wave *);                                    /* completes all outstanding operations */
void wait_until(struct wave *, enum counter, u32 left);       /* a wait: proves completion; by policy, writes results */
/* The same if all results of that counter are in registers and nothing else is outstanding.  Else returns false and
   changes nothing. */
bool retire_only(struct wave *, enum counter);
INLINE bool waits_at_all(const struct wave *w, enum counter c, u32 left)          /* does the wait have an effect? */
{ return left < w->most[c] || w->m->policy == ASSAY_RANDOM; }
void use_v(struct wave *, u32 reg, u64 lanes, bool writing);     /* use of an awaited register; called by access.c */
void use_s(struct wave *, u32 reg, bool writing);

struct event event_of(const struct traits *, const struct inst *, enum verb);
enum unit unit_of(const struct form *);

/* ---- record.c ---- */
/* Call before sources are read.  Completes operations until the counters have room for one more.  Returns a free
   body. */
struct body *reserve_body(struct wave *, const struct event *);
/* The same without clearing addresses; a caller that does not make a line clears them. */
struct body *reserve_bare_body(struct wave *, const struct event *);
void clear_places(struct body *);
/* Records the operation with the body from reserve_body.  Its destination is undefined until a wait proves completion.
   The caller sets `perform_access` before `advance_by_policy`. */
struct pending *record(struct wave *, const struct inst *, const struct event *, const struct body *, enum verb,
                       u64 live);
void advance_by_policy(struct wave *, struct pending *);   /* enters the stages that the policy selects at issue */

/* The same in pieces, for an access with registers_ready and consecutive result registers. */
INLINE bool counters_have_room(const struct wave *w, const struct fast_path *fast)
{
    bool full = w->pending_count == PENDING;
    for (int c = 0; c < COUNTERS; c++) full |= w->most[c] > fast->most[c];
    return !full;
}
struct body *free_body(const struct wave *);
struct pending *record_free(struct wave *, const struct inst *, const struct body *, enum verb, u64 live);
/* Are all operations but the last written?  Then the last one may be written at once. */
INLINE bool is_next_to_arrive(const struct wave *w) { return outstanding(w)->written + 1 == w->pending_count; }
INLINE void has_arrived(struct wave *w, struct pending *p)
{
    p->stage = WRITTEN;
    outstanding(w)->accessed = outstanding(w)->written = w->pending_count;
}

/* Results returned through a counter without a memory access.  Permutes return rows as write_back does; clocks and
   messages go to i->d[0]. */
void return_lds(struct wave *, const struct inst *, const u32 (*rows)[LANES], u64 lanes, u64 open);
/* the same for `words` words, if the instruction determines the number */
void return_words(struct wave *, const struct inst *, const u32 (*rows)[LANES], u32 words, u64 lanes, u64 open);
void return_scalar(struct wave *, const struct inst *, const u32 *words, bool open);
void send_message(struct wave *, const struct inst *);           /* returns no result */

/* ---- orders.c: controlled schedules ---- */
u64  notes_bytes(u64 code_bytes);                                /* bytes for the machine, zeroed memory */
void forget_orders(struct assay *);
bool conflicts_with_others(const struct assay *, u64 pc);       /* does the access at `pc` conflict with other waves? */
bool accesses_at_issue(const struct wave *, u8 path);
void note_read(struct wave *, u64 lanes, u8 *const *at, u32 bytes);    /* a read of LDS at execution */
bool may_access(struct wave *, u32 n), access_unshared(struct wave *);
void age_accesses(struct wave *);                                  /* at a barrier */
/* access_forced: in an order that the caller was not asked about */
void access_one(struct wave *, u32 n), access_forced(struct wave *, u32 n),
    begin_access(struct wave *, struct pending *);
bool must_keep_waiting(struct wave *, enum counter, u32 left);   /* at a wait; false without a controlled schedule */
u32  choose(struct assay *, const struct assay_alternative *, u32 count);
bool has_returned(struct wave *, struct pending *);
static inline bool awaits_access(const struct pending *p) { return p->perform_access && p->stage == ISSUED; }
bool same_order(const struct event *, const struct event *);   /* counters.c: do they complete in the order of issue? */
/* of two writes to one register, does the later one remain? */
bool writes_in_order(const struct traits *, const struct event *, const struct event *);
u8   path_of(u8 encoding);

/* ---- status.c: IB_STS ---- */
u32  counters_shown(const struct wave *, u32 *open);             /* IB_STS; *open: its undefined bits */

/* ---- delay.c: S_DELAY_ALU ---- */
void set_advice(struct wave *, u32 imm);
bool set_valid_advice(struct wave *, u32 imm);              /* or returns false and changes nothing: a finding is due */
void watch_delay(struct wave *, const struct inst *);         /* before an instruction of a wave that had S_DELAY_ALU */
/* Is there nothing to report, outside of clauses? takes: reads_result() for it and the previous one. */
bool satisfies_advice(const struct wave *, const struct inst *, bool takes);
bool reads_result(const struct inst *, const struct inst *before);                /* vector instructions, a register */

/* ---- sources.c: registers that are read after issue ---- */
/* Kinds that EXPcnt counts together and in order (RDNA3 ISA, 5.6). */
enum reader { READS_COLOUR, READS_DEPTH, READS_POSITION, READS_PRIMITIVE, READS_PARAMETER, READS_GDS };
/* the vector registers of the first `sources` operands (a bit each), until EXPcnt shows that they were read */
struct pending *hold_sources(struct wave *, const struct inst *, u32 sources, enum reader);
/* an instruction overwrites a register: has it been read? */
void report_held(struct wave *, struct pending *, u32 reg);
static inline bool is_held(const struct pending *p, u32 reg) { return p->held[reg >> 6] >> reg % 64 & 1; }
void hold(struct wave *, struct pending *);            /* record.c: `record` and `advance_by_policy` for such sources */

/* ---- own_races.c ---- */
void check_own(struct wave *, const struct pending *);           /* scalar against vector accesses of one wave */
void check_lanes(struct wave *, struct pending *);               /* lanes of one store against each other */

/* ---- races.c ---- */
u64  shadow_bytes(void);                                   /* for one group; m->shadow has MAX_GROUPS of them, zeroed */
void check_waves(struct wave *, struct pending *);               /* against the other waves of the group */
/* The same for bytes of LDS that an instruction reads at execution.  Returns the racing lanes. */
u64  check_read(struct wave *, u64 lanes, u8 *const *at, u32 bytes);

/* ---- wave_clocks.c ---- */
u64  wave_clocks_bytes(void);                               /* bytes for the machine, zeroed memory at m->wave_clocks */
/* before the first group; once the group's waves are set */
void reset_wave_clocks(struct assay *), begin_group(struct group *);
/* A release lets other waves continue: through a resource of global wave sync, ORDERED_COUNT or an ordered count.  An
   acquire follows one. */
enum { ORDERED_COUNT = GWS_RESOURCES, ORDERING };
void release_order(struct wave *, u32 resource), acquire_order(struct wave *, u32 resource);
void pass_barrier(struct group *);                               /* all live waves have arrived */

/* ---- groups.c ---- */
u64  group_shadow_bytes(void);                             /* bytes for the machine, zeroed memory at m->group_shadow */
void begin_dispatch(struct assay *);                             /* before the first group */
/* Were accesses of the last run evicted?  Would they be, had one machine run both last runs? */
bool forgot_accesses(const struct assay *), accesses_collide(const struct assay *, const struct assay *);
/* against the other groups of the dispatch; commutes: an atomic with the same final value in any order */
void check_groups(struct wave *, struct pending *, bool commutes);

#include "hazards.h"
