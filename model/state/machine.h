/* The machine inside: regions, groups, what the dispatch gives, the decode cache, findings.  model.h includes it. */
#pragma once
#include <stdatomic.h>
#include "model.h"

enum {
    REGION_LIMIT = 1024,
    GROUP_WAVES = 32,             /* 1024 work items of wave32 */
    LDS_LIMIT = 65536,
    CODE_PAD = 32,                /* the longest instruction is 20 bytes; reads past the code see zeros */
};

/* Where flat addresses see LDS and private memory: the upper halves SH_MEM_BASES names. */
#define SHARED_BASE  (1ull << 48)
#define PRIVATE_BASE (2ull << 48)
#define APERTURE_SIZE (1ull << 32)

struct region { u64 address, size; u8 *bytes, *open, *touched; bool writable; };

/* A line of the scalar data cache with a bit a byte that scalar stores wrote (dirty.c). */
enum { DIRTY_LINE = 64, DIRTY_LINES = 64 };
struct dirty { u64 line, bytes; };

/* A memory that addresses of instructions do not reach: LDS of a group, the global data share and its registers.
   open: one byte a byte, or 0. */
struct share { u8 *bytes, *open; u32 size; };
enum { GDS_LIMIT = 65536, GS_BYTES = 96 };

/* A resource of global wave sync: a counter of 12 bits; `flag` turns with each barrier (RDNA3 ISA, 13.4.4). */
struct gws { u32 counter, flag; };
enum { GWS_RESOURCES = 64, GWS_COUNT = 0xfff };

struct group {
    struct assay *m;
    u32 number, id[3], size[3];        /* size: work items along each axis, smaller in a partial group */
    u32 wave_count, first_wave;        /* first_wave: number in the dispatch */
    struct wave *wave[GROUP_WAVES];
    u32 lds_bytes;
    u8 *lds, *lds_open;                /* LDS_LIMIT bytes each */
    bool halted;                       /* s_sethalt has stopped a wave, which waits at no barrier but is AT_BARRIER */
    bool barriers_reported;                   /* that its waves wait at different barriers */
    u32 slot;                          /* which of the places for groups that are there at once: LDS, race record */
    u32 turn;                          /* the wave after the one that ran last */
};

/* What the dispatch gives every wave: the registers of the compute pipe, after the descriptor and COMPUTE_* were
   read. */
enum { USER_DATA = 16 };
struct dispatch {
    /* a descriptor or COMPUTE_* registers: dispatch rules make the first registers */
    bool given;
    const char *from;                  /* where RSRC2 stands: what a refusal names */
    u32 start[3], groups[3], size[3], partial[3];
    bool partial_groups;
    /* ordered append: waves, or groups, are numbered through the dispatch from wave_id_base on */
    bool ordered, ordered_groups;
    u32 wave_id_base;
    u32 rsrc1, rsrc2, rsrc3;
    u32 user[USER_DATA], user_open;    /* user_open: a bit a user SGPR nobody set */
    u32 user_count;
    bool wgp_mode;                     /* RSRC1 says so, on a family that has it */
    bool vector_in_order;                      /* vector accesses of a group's waves keep the order of issue */
    u32 vgprs, sgprs, lds_bytes, scratch_bytes, scratch_wave;     /* scratch_wave: bytes of private memory a wave */
    bool ring_given;                   /* TMPRING_SIZE was: private memory for so many waves at once */
    u32 ring_waves;
    u64 start_pc, scratch_base;
};

/* Orders that a caller chooses: waits/orders.c, run/chosen.c.  Groups at once; ways at a point; lanes that are put in
   order. */
enum { MAX_GROUPS = 8, MAX_ALTERNATIVES = 512, MAX_COLLIDING_LANES = 4 };
struct orders {
    u32 (*pick)(void *, const struct assay_point *);   /* 0: the policy and the schedule say what comes next */
    void *data;
    void (*digest)(const struct assay *, u64 state[2]);
    bool abandoned;                         /* the caller wants to hear no more of this run */
    u32 found;                         /* ASSAY_LEARNED, ASSAY_CUT */
    struct notes *notes;
    struct group group[MAX_GROUPS - 1];               /* all but the last */
    u32 group_count;
    u8 (*lds)[2][LDS_LIMIT];           /* of them, and what of it is open */
    struct assay_way alternative[MAX_ALTERNATIVES];
};

/* The trap handler: its code is that at `at` of the machine's.  memory: TMA. */
struct handler { u64 base, bytes, at, memory; };

struct assay {
    /* bounds, from assay_new */
    u32 wave_limit, finding_limit;
    u64 code_limit;
    struct wave **slot;                /* wave_limit kept waves, then GROUP_WAVES for those that are not */
    struct wave *waves;                /* inside wave_memory, aligned */
    void *wave_memory, *pending, *shadow;
    struct group_shadow *group_shadow;               /* groups.c: who touched memory */
    struct wave_clocks *wave_clocks;           /* parties.c: what orders waves beside barriers */

    bool host_fma;                     /* this processor has fused multiply-add */
    bool host_halves;                  /* and converts rows of halves */

    /* this run */
    const struct assay_run *run;       /* while it runs */
    const struct traits *t;
    u32 lanes, wave_count, group_count;
    u32 waves_before;                  /* of groups before the first one that runs: nobody has started them */
    u64 base, code_bytes;
    struct handler handler;            /* of traps; no bytes: none */
    u8 *code;                          /* our copy, CODE_PAD zeros after it, then the handler's, and as many */
    struct region region[REGION_LIMIT];
    u32 region_count;
    bool recording_touched;                       /* groups run, and what they touch is noted, for a region wants it */
    bool in_order;                     /* assay_outcome */
    struct share gds, gs;              /* gs: GS_BYTES of registers for streamout */
    struct gws gws[GWS_RESOURCES];
    u32 tickets, walker;               /* how many waves have queued; which wave's turn it is to count in order */
    enum assay_policy policy;
    enum assay_schedule schedule;
    u64 random;                        /* state of next_random */
    u32 profile;
    u64 limit, instructions;           /* instructions that may run; that ran */
    struct dirty dirty[DIRTY_LINES];
    u32 dirty_count;
    bool all_dirty;                    /* more lines than there is room for */
    struct dispatch dispatch;
    struct group group;
    struct group *active[MAX_GROUPS];  /* the groups that have begun and not ended */
    u32 active_count;
    struct orders orders;
    atomic_bool stopping;              /* assay_stop was called */
    _Atomic u64 progress;              /* `instructions`, as of the last turn */

    /* decode cache: an entry a dword, good where `decoded` equals run_number */
    u64 run_number, *decoded;
    struct inst *inst, *other;

    /* ends and findings */
    enum assay_status status;
    u32 stopped_wave;
    u64 stopped_pc, compared_end;
    char text[160];
    struct assay_finding *findings;
    u32 finding_count, findings_dropped, error_count, race_count;
    bool findings_mixed;               /* assay_outcome */
    struct assay_export *exports;      /* finding_limit of each */
    struct assay_message *messages;
    u32 export_count, exports_dropped, message_count, messages_dropped;

    void (*trace)(void *, const struct assay_trace *);
    void *trace_data;
    u8 lds[LDS_LIMIT], lds_open[LDS_LIMIT], gs_own[GS_BYTES], gs_open[GS_BYTES];
};

static inline bool is_controlled(const struct assay *m) { return m->orders.pick; }    /* the order, by the caller */

/* ---- regions.c ---- */
/* The bytes at `address`, or 0: not mapped, or across the end of a region.  *open: one byte a byte, or 0 when the
   caller keeps no record.  The code is readable, never writable. */
u8 *locate(struct assay *, u64 address, u32 bytes, u8 **open);
u8 *locate_store(struct assay *, u64 address, u32 bytes, u8 **open);
/* the address of a byte they have found */
u64 guest_address(const struct assay *, const u8 *byte);
bool wants_touched(const struct assay *);              /* of any region */
bool is_partly_private(const struct assay *, u64 address, u32 bytes);
static inline bool is_in(const struct share *s, const u8 *at) { return (uintptr_t)at - (uintptr_t)s->bytes < s->size; }
/* Addresses have 48 bits, sign-extended to 64; between both halves is a hole where only apertures lie. */
enum { ADDRESS_BITS = 48 };
static inline u64 canonical(u64 address) { return (u64)((i64)(address << (64 - ADDRESS_BITS)) >> (64 - ADDRESS_BITS)); }
/* As registers of the trap handler have them: address[47:8]. */
static inline u64 units_of_256(u64 address) { return (address << (64 - ADDRESS_BITS)) >> (64 - ADDRESS_BITS + 8); }
bool mappable(u64 address, u64 size);                  /* within one half of the address space? */
/* the run's regions and its code, by address; refuses those that overlap */
void map_regions(struct assay *);

static inline u64 next_random(struct assay *m)         /* splitmix64 */
{
    u64 z = m->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Which byte of m->code lies at an address; NO_CODE: none. */
#define NO_CODE (~0ull)
static inline u64 code_place(const struct assay *m, u64 pc)
{
    if (pc - m->base < m->code_bytes) return pc - m->base;
    return pc - m->handler.base < m->handler.bytes ? m->handler.at + (pc - m->handler.base) : NO_CODE;
}
/* and which address has a byte of it, or the one behind */
static inline u64 code_address(const struct assay *m, u64 at)
{ return at <= m->code_bytes ? m->base + at : m->handler.base + (at - m->handler.at); }
/* Where the handler's code begins behind so much of the program's. */
static inline u64 handler_place(u64 code_bytes) { return (code_bytes + CODE_PAD + 3) & ~3ull; }

/* ---- findings.c ---- */
/* the place for one more, or 0: it is counted only */
struct assay_export *new_export(struct assay *);
struct assay_message *new_message(struct assay *);
void refuse(struct assay *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_at(struct assay *, u32 wave, u64 pc, enum rule_id, const char *text);
