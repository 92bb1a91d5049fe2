/* The machine's private state: regions, groups, dispatch settings, decode cache, findings. model.h includes this
   file. */
#pragma once
#include <stdatomic.h>
#include "model.h"

enum {
    REGION_LIMIT = 1024,
    GROUP_WAVES = 32,             /* 1024 work items of wave32 */
    LDS_LIMIT = 65536,
    CODE_PAD = 32,                /* The longest instruction has 20 bytes.  Reads past the code see zeros. */
};

/* Flat addresses reach LDS and private memory through two apertures.  SH_MEM_BASES names their upper halves. */
#define SHARED_BASE  (1ull << 48)
#define PRIVATE_BASE (2ull << 48)
#define APERTURE_SIZE (1ull << 32)

struct region { u64 address, size; u8 *bytes, *open, *accessed; bool writable; };

/* A dirty line of the scalar data cache (scalar_cache.c).  `bytes`: a bit for each byte that a scalar store wrote. */
enum { DIRTY_LINE = 64, DIRTY_LINES = 64 };
struct dirty { u64 line, bytes; };

/* Memory outside the address space: LDS of a group, the global data share and its registers. open: the undefined bits
   of each byte; or 0. */
struct share { u8 *bytes, *open; u32 size; };
enum { GDS_LIMIT = 65536, GS_BYTES = 96 };

/* A resource of global wave sync: a 12-bit counter.  Each barrier inverts `flag` (RDNA3 ISA, 13.4.4). */
struct gws { u32 counter, flag; };
enum { GWS_RESOURCES = 64, GWS_COUNT = 0xfff };

struct group {
    struct assay *m;
    u32 number, id[3], size[3];        /* size: work items along each axis; a partial group has fewer */
    u32 wave_count, first_wave;        /* first_wave: its number in the dispatch */
    struct wave *wave[GROUP_WAVES];
    u32 lds_bytes;
    u8 *lds, *lds_open;                /* LDS_LIMIT bytes each */
    bool halted;                     /* s_sethalt stopped a wave outside a barrier.  Such a wave has life AT_BARRIER. */
    bool barriers_reported;                   /* the waves wait at different barriers, and that is reported */
    u32 slot;                          /* index of this group among the active groups: selects LDS and shadow memory */
    u32 turn;                          /* the wave after the one that ran last */
};

/* The registers of the compute pipe that every wave gets.  They come from the descriptor and the COMPUTE_*
   registers. */
enum { USER_DATA = 16 };
struct dispatch {
    /* The run has a descriptor or COMPUTE_* registers, so the dispatch rules set the first registers. */
    bool given;
    const char *from;                  /* the source of RSRC2, for texts of refusals */
    u32 start[3], groups[3], size[3], partial[3];
    bool partial_groups;
    /* Ordered append numbers waves, or groups, through the dispatch.  The first number is wave_id_base. */
    bool ordered, ordered_groups;
    u32 wave_id_base;
    u32 rsrc1, rsrc2, rsrc3;
    u32 user[USER_DATA], user_open;    /* user_open: a bit for each user SGPR that has no defined value */
    u32 user_count;
    bool wgp_mode;                     /* set by RSRC1 on families that have the mode */
    bool vector_in_order;                      /* vector accesses of a group's waves execute in the order of issue */
    u32 vgprs, sgprs, lds_bytes, scratch_bytes, scratch_wave;     /* scratch_wave: bytes of private memory for a wave */
    bool ring_given;                   /* TMPRING_SIZE is set: private memory for ring_waves waves at once */
    u32 ring_waves;
    u64 start_pc, scratch_base;
};

/* State of a controlled schedule (waits/orders.c, run/controlled_schedule.c).  Limits: active groups, alternatives at a
   point, colliding lanes whose order is enumerated. */
enum { MAX_GROUPS = 8, MAX_ALTERNATIVES = 512, MAX_COLLIDING_LANES = 4 };
struct orders {
    u32 (*pick)(void *, const struct assay_point *);   /* 0: the policy and the schedule decide */
    void *data;
    void (*digest)(const struct assay *, u64 state[2]);
    bool abandoned;                         /* the caller ended this run */
    u32 found;                         /* bits ASSAY_LEARNED, ASSAY_CUT */
    struct notes *notes;
    struct group group[MAX_GROUPS - 1];               /* all groups but the last */
    u32 group_count;
    u8 (*lds)[2][LDS_LIMIT];           /* LDS of each group: its bytes, and their undefined flags */
    struct assay_alternative alternative[MAX_ALTERNATIVES];
};

/* The trap handler.  Its code begins at offset `at` of assay.code. memory: TMA. */
struct handler { u64 base, bytes, at, memory; };

struct assay {
    /* limits given to assay_new */
    u32 wave_limit, finding_limit;
    u64 code_limit;
    struct wave **slot;        /* wave_limit retained waves, then GROUP_WAVES entries for waves that are not retained */
    struct wave *waves;                /* within wave_memory, aligned */
    void *wave_memory, *pending, *shadow;
    struct group_shadow *group_shadow;               /* groups.c: shadow memory of accesses between groups */
    struct wave_clocks *wave_clocks;           /* wave_clocks.c: order between waves besides barriers */

    bool host_fma;                     /* the host has fused multiply-add */
    bool host_halves;                  /* the host converts rows of f16 */

    /* state of the current run */
    const struct assay_run *run;       /* 0 between runs */
    const struct traits *t;
    u32 lanes, wave_count, group_count;
    u32 waves_before;                  /* waves of groups before the first group that runs; these are never started */
    u64 base, code_bytes;
    struct handler handler;            /* of traps; 0 bytes: there is none */
    u8 *code;                          /* copy of the program, CODE_PAD zeros, the trap handler, CODE_PAD zeros */
    struct region region[REGION_LIMIT];
    u32 region_count;
    bool recording_accesses;                      /* groups run, and a region records which dwords they access */
    bool in_order;                     /* assay_outcome.in_order */
    struct share gds, gs;              /* gs: GS_BYTES of streamout registers */
    struct gws gws[GWS_RESOURCES];
    u32 tickets, walker;               /* tickets given to queued waves; the wave whose turn it is to count in order */
    enum assay_policy policy;
    enum assay_schedule schedule;
    u64 random;                        /* state of next_random */
    u32 profile;
    u64 limit, instructions;           /* instruction limit; instructions executed */
    struct dirty dirty[DIRTY_LINES];
    u32 dirty_count;
    bool all_dirty;                    /* more dirty lines than `dirty` holds */
    struct dispatch dispatch;
    struct group group;
    struct group *active[MAX_GROUPS];  /* groups that have begun and not ended */
    u32 active_count;
    struct orders orders;
    atomic_bool stopping;              /* set by assay_stop */
    _Atomic u64 progress;              /* copy of `instructions` at the last turn */

    /* Decode cache: one entry for each dword of code, valid where `decoded` equals run_number. */
    u64 run_number, *decoded;
    struct inst *inst, *other;

    /* status and findings */
    enum assay_status status;
    u32 stopped_wave;
    u64 stopped_pc, compared_end;
    char text[160];
    struct assay_finding *findings;
    u32 finding_count, findings_dropped, error_count, race_count;
    bool findings_mixed;               /* assay_outcome.mixed */
    struct assay_export *exports;      /* finding_limit entries each */
    struct assay_message *messages;
    u32 export_count, exports_dropped, message_count, messages_dropped;

    void (*trace)(void *, const struct assay_trace *);
    void *trace_data;
    u8 lds[LDS_LIMIT], lds_open[LDS_LIMIT], gs_own[GS_BYTES], gs_open[GS_BYTES];
};

/* does the caller choose the order? */
static inline bool is_controlled(const struct assay *m) { return m->orders.pick; }

/* ---- regions.c ---- */
/* The host bytes at `address`; 0 if unmapped or across the end of a region.  *open: undefined bits of each byte, or 0
   without such a record.  The code is readable, never writable. */
u8 *locate(struct assay *, u64 address, u32 bytes, u8 **open);
u8 *locate_store(struct assay *, u64 address, u32 bytes, u8 **open);
/* the guest address of a byte that locate returned */
u64 guest_address(const struct assay *, const u8 *byte);
bool records_accesses(const struct assay *);           /* does any region record accesses? */
bool is_partly_private(const struct assay *, u64 address, u32 bytes);
static inline bool is_in(const struct share *s, const u8 *at) { return (uintptr_t)at - (uintptr_t)s->bytes < s->size; }
/* Addresses have 48 bits, sign-extended to 64.  Only apertures lie between the two halves of the address space. */
enum { ADDRESS_BITS = 48 };
static inline u64 canonical(u64 address) { return (u64)((i64)(address << (64 - ADDRESS_BITS)) >> (64 - ADDRESS_BITS)); }
/* address[47:8], as registers of the trap handler hold it */
static inline u64 units_of_256(u64 address) { return (address << (64 - ADDRESS_BITS)) >> (64 - ADDRESS_BITS + 8); }
bool mappable(u64 address, u64 size);                  /* within one half of the address space? */
/* Sort the run's regions and its code by address.  Refuse overlapping ones. */
void map_regions(struct assay *);

static inline u64 next_random(struct assay *m)         /* splitmix64 */
{
    u64 z = m->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Offset in m->code of the byte at an address; NO_CODE: none. */
#define NO_CODE (~0ull)
static inline u64 code_place(const struct assay *m, u64 pc)
{
    if (pc - m->base < m->code_bytes) return pc - m->base;
    return pc - m->handler.base < m->handler.bytes ? m->handler.at + (pc - m->handler.base) : NO_CODE;
}
/* The address of offset `at` in m->code, or of its end. */
static inline u64 code_address(const struct assay *m, u64 at)
{ return at <= m->code_bytes ? m->base + at : m->handler.base + (at - m->handler.at); }
/* Offset of the trap handler's code behind a program of `code_bytes`. */
static inline u64 handler_place(u64 code_bytes) { return (code_bytes + CODE_PAD + 3) & ~3ull; }

/* ---- findings.c ---- */
/* the next entry; 0: the buffer is full, and the event is only counted */
struct assay_export *new_export(struct assay *);
struct assay_message *new_message(struct assay *);
void refuse(struct assay *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_at(struct assay *, u32 wave, u64 pc, enum rule_id, const char *text);
