/* Outstanding results, and registers as instructions see them: past the record of what is outstanding.  The face of
   waits/. */
#pragma once
#include "model.h"

/* Is it watched when things may be used?  Not in the build that tools/bench_checks.py makes, to show what that costs:
   there each result is in its place as soon as it is issued, waits find nothing, and nothing is told. */
#ifdef ASSAY_UNCHECKED
enum { WATCHED = 0 };
#else
enum { WATCHED = 1 };
#endif

/* PENDING: what all counters together can count, and some.  A memory operation has at most two elements a lane (DS
   2ADDR), each of at most four dwords; a result at most four vector registers and a status, or sixteen scalar ones. */
enum {
    PENDING = 200,
    SLACK = 56,
    ELEMENTS = 2,
    ELEMENT_ROWS = 4,
    ROWS = ELEMENTS * ELEMENT_ROWS,
    RESULT_REGS = 5,
    ADDRESS_ROWS = 12
};
#define SPREAD 0x9e3779b97f4a7c15u                                     /* of hashes: any odd number without a pattern */
/* Of what a sampler blends: 1/256 of the value (errata E-212). */
enum { BLEND_ULP = 1 << 15 };
/* Numbers of orders on a counter (spec/counters.txt): of those 'in', the counter's + 1; from OWN_ORDER on 'own' ones,
   of exports a kind each. */
enum { OWN_ORDER = COUNTERS + 1, ORDERS = 16, EVERY_COUNTER = (1 << COUNTERS) - 1 };
/* VALUE: the result is known at issue, no memory is touched */
enum verb  { LOAD, STORE, ATOMIC, VALUE, VERBS };
enum stage { ISSUED, ACCESSED, WRITTEN };                        /* sources read; memory accessed; registers written */
enum path  { LDS_PATH = 1, VECTOR_PATH = 2, SCALAR_PATH = 4, GDS_PATH = 8 };   /* FLAT takes two */

/* The format of a typed access: layout as Vega's DATA_FORMAT counts, number as texel.h, DST_SEL by component.  blocks:
   what it says of texels together, or of their bits, no manual tells. */
enum { COMPONENTS = 4 };
struct texel { u8 layout, number, bytes, select[COMPONENTS]; bool reserved, blocks; };
/* What of it moves; a mask of 0: nothing has a format.  mask: components that have registers, of 16 bits with d16.
   raw: dwords as memory has them, shorter ones extended as `sign` says.  fragments: four, of one component, `step`
   bytes apart. */
struct moved { u8 mask; bool d16, raw, sign, fragments; };

/* What a memory operation needs until it has touched memory.  Scalar loads: a "lane" is a dword. */
struct body {
    /* host bytes, 0: no access; openness of each, 0: no record kept */
    u8 *at[ELEMENTS][LANES], *open_at[ELEMENTS][LANES];
    /* element e from row 4e on; results take the place of data */
    _Alignas(64) u32 data[ROWS][LANES];
    u64 data_open[ROWS];
    u32 step[LANES];                                             /* bytes from one dword of an element to the next */
    u8 present[LANES];                                           /* dwords of an element that are in bounds */
    /* lanes whose element lies across parts of `part` bytes, `step` apart (elements of a swizzled buffer, dwords of
       private memory), and where in its first part it begins */
    u64 crossing;
    u32 part;
    u8 near[LANES];
    /* lanes whose access was refused: their result is open */
    u64 lost;
    /* line.c: element 0 of lane l lies at line + line_bytes * l, its openness so far behind line_open, 0: no record;
       line 0: it is none.  The places of lanes above are filled in when somebody asks (placed) */
    uintptr_t line, line_open;
    u32 line_bytes;
    bool expanded;
    struct fp fp;
    /* the access, where M0 or a format and not the row says what it is */
    const struct access *as;
    struct texel texel;
    /* what images and stacks have read besides: address registers, T# and S# */
    u32 resource[8], sampler[4];
    u64 sampled;                                                 /* lanes that take texels, whatever comes of them */
    _Alignas(64) u32 address[ADDRESS_ROWS][LANES];
    struct moved moved;
};

/* Bytes that lane `lane` of an access touches. */
typedef void visit_place(void *watcher, int lane, u8 *at, u32 bytes, bool changes);

/* One outstanding operation.  lanes[k]: lanes of result register k that are still awaited (scalar results: lanes[0],
   a bit a register).  open[k]: which of them are open once they are there. */
struct pending {
    const struct inst *by;
    /* the access itself: data to or from memory; 0: there is none */
    void (*perform_access)(struct wave *, struct pending *);
    /* of an access with more places than `at` of the body holds: shows each of them; 0: `at` has them */
    void (*places)(struct wave *, const struct pending *, visit_place *, void *watcher);
    /* told: the instruction at which its misuse was last reported */
    u64 pc, live, lanes[RESULT_REGS], open[RESULT_REGS], checked_at;
    u64 blended;                                                 /* lanes whose floats are right within BLEND_ULP */
    u64 held[VGPRS / 64];              /* vector registers that it has still to read, by EXPcnt */
    struct event event;
    bool holds_exec;                   /* and EXEC */
    u8 kind, first, count, words, stage, verb, slot;
    u8 barriers;                       /* in a chosen order: so many were met since its issue */
    u8 half, halved;                   /* as of an access: of which result register half is written, the other kept */
    u16 separate;                                                   /* 0; or the last result's register, plus 1 */
};

struct outstanding {                                             /* w->pending points here */
    struct pending *head;              /* in the order of issue, somewhere in `room`: the oldest leave by a step on */
    struct pending entries[PENDING + SLACK];
    u64 used[(PENDING + 63) / 64];                               /* a bit a body */
    u64 v[VGPRS / 64], s[SGPRS / 64];                            /* registers some operation will write */
    u32 scalar, lds_transfers, claiming;   /* scalar accesses; those between memory and LDS; with registers */
    u32 accessed, written;                                       /* so many, from the first on, have come so far */
    u32 weight[COUNTERS];                                        /* what all of them together count */
    u8 in_order[COUNTERS][ORDERS];     /* how many wait for it in each order */
    struct body body[PENDING];
};

/* From the first byte of lane l's element to byte n of it. */
static inline u32 offset_to(const struct body *b, int l, u32 n)
{
    const u32 along = b->near[l] + n;
    if (!(b->crossing >> l & 1)) return n / 4 * b->step[l] + n % 4;
    return along / b->part * b->step[l] + along % b->part - b->near[l];
}
/* From the first to the last byte of it. */
static inline u32 span_of(const struct body *b, int l, u32 bytes) { return offset_to(b, l, bytes - 1) + 1; }

/* Of `bytes` of lane l's element those that it touches: what is out of bounds is not. */
static inline u32 bytes_there(const struct body *b, int l, u32 bytes)
{
    const u32 there = b->present[l] * (b->moved.fragments ? b->texel.bytes : 4u);
    return b->moved.fragments || bytes > there ? there : bytes;
}
/* Bytes of it that lie behind one another: the number of the first, how far that is from byte 0, how many. */
struct byte_run { u32 n, offset, bytes; };
/* From byte n on of `bytes`; of 0 bytes where n is beyond them. */
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

/* Of result register k: 0 for all of it, 1 for its low half, 2 for its high one. */
static inline u32 written_half(const struct pending *p, u32 k) { return k == p->halved ? p->half : 0; }

static inline struct outstanding *outstanding(const struct wave *w) { return (struct outstanding *)(void *)w->pending; }
static inline struct body *body_of(const struct wave *w, const struct pending *p)
{ return &outstanding(w)->body[p->slot]; }
void expand_line(struct body *);                                     /* record.c: a line, lane by lane */
/* the body, with the place of every lane */
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

/* ---- what a straight way asks: are the registers allocated, the scalars that it reads closed, and none of them
   awaited? ---- */

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

/* The same of an instruction that names vector registers alone. */
INLINE bool vectors_ready(const struct wave *w, const struct fast_path *fast)
{ return fast->vgprs <= w->vgprs && (!w->pending_count || !is_awaited(w, fast)); }

static inline const struct access *access_of(const struct wave *w, const struct pending *p)
{ return body_of(w, p)->as ? body_of(w, p)->as : &p->by->op->access; }
/* Of one lane; a scalar load or store has a dword a lane. */
static inline u32 access_bytes(const struct wave *w, const struct pending *p)
{ return p->event.path == SCALAR_PATH && p->verb != ATOMIC ? 4 : bytes_each(access_of(w, p)); }

/* ---- access.c: every read and write of any register by an instruction ---- */
u32  read_s(struct wave *, u32 reg);
/* dword k of several: scalar registers, or NULL, whose dwords are 0 */
u32  read_word(struct wave *, const struct operand *, u32 k, bool *open);
void write_s(struct wave *, u32 reg, u32 value, bool open);
/* the row; ORs its open and tolerant lanes into *open */
const u32 *read_v(struct wave *, u32 reg, u64 lanes, u64 *open);
/* keep: bits of the register that stay */
void write_v(struct wave *, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open);
u64  read_mask(struct wave *, u32 reg, bool *open);
void write_mask(struct wave *, u32 reg, u64 bits, bool open);             /* one register in wave32, two in wave64 */

/* ---- counters.c ---- */
/* of one wave; zeroed memory at w->pending, from assay_new */
u64  pending_bytes(void);
void begin_wave(struct wave *);                                  /* after its registers are set */
/* everything outstanding lands, and the wave is over */
void end_wave(struct wave *);
void access_vectors(struct wave *);                             /* memory, of vector accesses issued; not registers */
void complete_all(struct wave *);                                    /* everything outstanding lands */
void wait_until(struct wave *, enum counter, u32 left);          /* a wait: proves and, by policy, lands results */
/* The same for all of that counter, where its data are in registers and nothing else is outstanding; or nothing, and
   false. */
bool retire_only(struct wave *, enum counter);
INLINE bool waits_at_all(const struct wave *w, enum counter c, u32 left)          /* or does it change nothing? */
{ return left < w->most[c] || w->m->policy == ASSAY_RANDOM; }
void use_v(struct wave *, u32 reg, u64 lanes, bool writing);     /* of a register that is awaited: called by access.c */
void use_s(struct wave *, u32 reg, bool writing);

struct event event_of(const struct traits *, const struct inst *, enum verb);
enum unit unit_of(const struct form *);

/* ---- record.c ---- */
/* Before sources are read: what must have finished for the counters to hold one more has finished.  A free body. */
struct body *reserve_body(struct wave *, const struct event *);
/* the same without places; whoever makes no line of it clears them */
struct body *reserve_bare_body(struct wave *, const struct event *);
void clear_places(struct body *);
/* Records the operation with the body make_room gave.  From here on its destination is open until a wait proves it.
   Whoever touches memory sets `touch` before `go`. */
struct pending *record(struct wave *, const struct inst *, const struct event *, const struct body *, enum verb,
                       u64 live);
void advance_by_policy(struct wave *, struct pending *);   /* the stages the policy takes at once */

/* The same in pieces, of an access whose registers nothing awaits (is_free), to registers one behind the other. */
INLINE bool counters_have_room(const struct wave *w, const struct fast_path *fast)
{
    bool full = w->pending_count == PENDING;
    for (int c = 0; c < COUNTERS; c++) full |= w->most[c] > fast->most[c];
    return !full;
}
struct body *free_body(const struct wave *);
struct pending *record_free(struct wave *, const struct inst *, const struct body *, enum verb, u64 live);
/* The last of the record: is all before it in registers?  Then it may come there at once. */
INLINE bool is_next_to_arrive(const struct wave *w) { return outstanding(w)->written + 1 == w->pending_count; }
INLINE void has_arrived(struct wave *w, struct pending *p)
{
    p->stage = WRITTEN;
    outstanding(w)->accessed = outstanding(w)->written = w->pending_count;
}

/* Results that come back by a counter without touching memory: permutes, like write_back of word rows; clocks and
   messages, to i->d[0]. */
void return_lds(struct wave *, const struct inst *, const u32 (*rows)[LANES], u64 lanes, u64 open);
/* the same of so many words, where the instruction says how many */
void return_words(struct wave *, const struct inst *, const u32 (*rows)[LANES], u32 words, u64 lanes, u64 open);
void return_scalar(struct wave *, const struct inst *, const u32 *words, bool open);
void send_message(struct wave *, const struct inst *);           /* nothing comes back */

/* ---- orders.c: in an order that the caller chooses ---- */
u64  notes_bytes(u64 code_bytes);                                /* of the machine; zeroed memory */
void forget_orders(struct assay *);
bool conflicts_with_others(const struct assay *, u64 pc);                 /* does the access there meet other waves'? */
bool accesses_at_issue(const struct wave *, u8 path);
void note_read(struct wave *, u64 lanes, u8 *const *at, u32 bytes);    /* of LDS, as the instruction runs */
bool may_access(struct wave *, u32 n), access_unshared(struct wave *);
void age_accesses(struct wave *);                                  /* at a barrier */
/* touch_forced: in an order nobody was asked about */
void access_one(struct wave *, u32 n), access_forced(struct wave *, u32 n),
    begin_access(struct wave *, struct pending *);
bool must_keep_waiting(struct wave *, enum counter, u32 left);   /* a wait: false where the order is not chosen */
u32  choose(struct assay *, const struct assay_way *, u32 count);
bool has_returned(struct wave *, struct pending *);
static inline bool awaits_access(const struct pending *p) { return p->perform_access && p->stage == ISSUED; }
bool same_order(const struct event *, const struct event *);     /* counters.c: they finish in the order of issue */
/* of two to one register the later stays */
bool writes_in_order(const struct traits *, const struct event *, const struct event *);
u8   path_of(u8 encoding);

/* ---- status.c: IB_STS ---- */
u32  counters_shown(const struct wave *, u32 *open);             /* its value; *open: bits that may be 0 or 1 */

/* ---- delay.c: S_DELAY_ALU ---- */
void set_advice(struct wave *, u32 imm);
bool set_valid_advice(struct wave *, u32 imm);                   /* or nothing, and false: something is to be told */
void watch_delay(struct wave *, const struct inst *);            /* before an instruction of a wave that took some */
/* Is there nothing to tell, outside of clauses?  takes: takes_result() of it and the one before. */
bool satisfies_advice(const struct wave *, const struct inst *, bool takes);
bool reads_result(const struct inst *, const struct inst *before);                /* vector instructions, a register */

/* ---- sources.c: registers that are read later than at issue ---- */
/* What EXPcnt counts together and in order (RDNA3 ISA, 5.6). */
enum reader { READS_COLOUR, READS_DEPTH, READS_POSITION, READS_PRIMITIVE, READS_PARAMETER, READS_GDS };
/* the vector registers of the first `sources` operands (a bit each), until EXPcnt says they are read */
struct pending *hold_sources(struct wave *, const struct inst *, u32 sources, enum reader);
/* an instruction overwrites a register: is it held? */
void report_held(struct wave *, struct pending *, u32 reg);
static inline bool is_held(const struct pending *p, u32 reg) { return p->held[reg >> 6] >> reg % 64 & 1; }
void hold(struct wave *, struct pending *);                      /* record.c: as `record` and `go` */

/* ---- own_races.c ---- */
void check_own(struct wave *, const struct pending *);           /* scalar against vector accesses of the same wave */
void check_lanes(struct wave *, struct pending *);               /* lanes of one store against each other */

/* ---- races.c ---- */
u64  shadow_bytes(void);                                         /* of a group; MOST_GROUPS zeroed at m->shadow */
void check_waves(struct wave *, struct pending *);               /* against the other waves of the group */
/* the same of bytes of LDS that an instruction reads as it runs; the lanes that race */
u64  check_read(struct wave *, u64 lanes, u8 *const *at, u32 bytes);

/* ---- parties.c ---- */
u64  wave_clocks_bytes(void);                                        /* of the machine; zeroed memory at m->parties */
void reset_wave_clocks(struct assay *), begin_group(struct group *); /* before the first group; its waves are set */
/* A wave lets others go on by a resource of global wave sync, ORDERED_COUNT or a number; one went on behind it. */
enum { ORDERED_COUNT = GWS_RESOURCES, ORDERING };
void release_order(struct wave *, u32 resource), acquire_order(struct wave *, u32 resource);
void pass_barrier(struct group *);                               /* all live waves of it have arrived */

/* ---- groups.c ---- */
u64  group_shadow_bytes(void);                                          /* of the machine; zeroed memory at m->spots */
void begin_dispatch(struct assay *);                             /* before the first group */
/* accesses of the last run; of two machines, where one that had run both would have */
bool forgot_accesses(const struct assay *), accesses_collide(const struct assay *, const struct assay *);
/* against the other groups of the dispatch; commutes: an atomic that ends in the same value in any order */
void check_groups(struct wave *, struct pending *, bool commutes);

#include "hazards.h"
