/* Assay's golden model: the public C interface, and the only header the Python binding sees. No globals; one machine
   belongs to one thread at a time; nothing outside what a run names is read or written; every call ends. */
#ifndef ASSAY_H
#define ASSAY_H
#include <stdbool.h>
#include <stdint.h>

/* The library's other names stay its own. */
#pragma GCC visibility push(default)

enum assay_status   { ASSAY_OK, ASSAY_FAULT, ASSAY_ILLEGAL, ASSAY_LIMIT, ASSAY_UNSUPPORTED, ASSAY_INVALID };
enum assay_policy   { ASSAY_EARLY, ASSAY_LATE, ASSAY_RANDOM, ASSAY_ADVERSARIAL };
enum assay_schedule { ASSAY_ROUND_ROBIN, ASSAY_SEEDED };
enum assay_profile  { ASSAY_MANUAL, ASSAY_SILICON };
enum assay_kind     { ASSAY_ERROR, ASSAY_RACE, ASSAY_STALL, ASSAY_NOTE };
enum assay_nan      { ASSAY_NAN_FIRST, ASSAY_NAN_LAST, ASSAY_NAN_QUIET_FIRST, ASSAY_NAN_CANONICAL };
enum assay_outside  { ASSAY_OUTSIDE_ZERO, ASSAY_OUTSIDE_FAULT };
enum assay_lanes    { ASSAY_LANES_OPEN, ASSAY_LANES_ASCENDING, ASSAY_LANES_DESCENDING };
enum assay_space    { ASSAY_GLOBAL, ASSAY_GDS, ASSAY_GS_REGISTERS };
enum assay_touch    { ASSAY_READ = 1, ASSAY_WRITTEN = 2, ASSAY_PRIVATE = 4 };
enum assay_align    { ASSAY_ALIGN_UNALIGNED, ASSAY_ALIGN_DWORD, ASSAY_ALIGN_STRICT };

/* Register names: 0..127 the scalar file by operand code, 256..511 VGPRs, and these. */
enum {
    ASSAY_SCC = 128,
    ASSAY_MODE = 129,
    ASSAY_TRAPSTS = 130,
    ASSAY_STATUS = 131,
    ASSAY_HWREG = 160 /* + id */,
    ASSAY_V0 = 256
};

struct assay_region {
    uint64_t address, size;            /* bytes; regions may not overlap each other or the code */
    uint8_t *bytes;                    /* the caller's; changed in place */
    uint8_t *open;                     /* one byte a byte, nonzero: open; 0 if the caller does not ask */
    /* enum assay_space.  ASSAY_GDS: the global data share, up to 64 KiB; ASSAY_GS_REGISTERS: the 24 dwords of its
       registers for streamout.  These have no address; one of each at most, and where there is none: no global data
       share, and registers that are open zeros. */
    uint32_t space;
    /* one byte a dword of addresses, from that of the first byte on; a run sets bits of enum assay_touch there: its
       groups read it, may have written it, had it as private memory and perhaps wrote it; 0 if the caller does not
       ask */
    uint8_t *touched;
};

struct assay_set {                     /* one register's start value */
    uint32_t wave, reg;                /* wave: number in the first group, or UINT32_MAX: every wave */
    uint32_t count;                    /* words at `values`: 1 (every lane) or up to 64 (by lane, the rest 0) */
    const uint32_t *values;
};

/* What an implementation does where the ISA leaves a choice (docs/errata.md); zeros: the model's own. */
struct assay_choices {
    uint8_t nan_propagated;            /* enum assay_nan: which of several NaN operands results, made quiet */
    uint8_t lds_out_of_range;          /* enum assay_outside */
    /* enum assay_lanes: order of lanes that meet in one access; open: what they leave is open */
    uint8_t colliding_lanes;
    uint8_t alignment;                 /* enum assay_align, of loads and stores */
    /* bits of a NaN made of numbers, f16 f32 f64; 0: quiet bit alone, positive but for roots */
    uint64_t nan_generated[3];
};

struct assay_run {
    uint32_t arch, wave_size;          /* assay_arch(name); 32 or 64 */
    const uint8_t *code;
    uint64_t code_bytes, base, entry;  /* loaded at base; starts at base + entry */
    struct assay_region *regions;
    uint32_t region_count;
    uint32_t grid[3], group[3];        /* work items */
    uint32_t lds_bytes, scratch_bytes; /* of a group; of a work item */
    const uint8_t *lds;                /* start contents, lds_bytes long, or 0: open zeros */
    uint32_t sgprs, vgprs;             /* 0: the defaults of cases.md */
    const struct assay_set *sets;
    uint32_t set_count;
    const uint8_t *descriptor;         /* 64 bytes, or 0 */
    uint64_t kernarg, dispatch_packet, queue, scratch_base;   /* addresses for the descriptor's user SGPRs */
    const uint32_t *compute;           /* pairs (byte offset in SH space 0xb800.., value), or 0 */
    uint32_t compute_count;
    uint32_t policy, schedule;
    uint64_t seed, instruction_limit;  /* limit summed over waves; 0: 100,000; UINT64_MAX: none */
    uint32_t profile;                  /* enum assay_profile: which rules of spec/hazards.txt are watched */
    uint32_t watch_flags;              /* nonzero: exception flags go to TRAPSTS (slower) */
    struct assay_choices choices;
    /* the trap handler, trap_bytes long at tba, or none; tma: what it finds its memory by.  Both addresses are
       multiples of 256 */
    const uint8_t *trap_code;
    uint64_t trap_bytes, tba, tma;
    uint32_t first_group, group_limit; /* of the groups so many from this one on run; limit 0: all from it on */
};

struct assay_finding {
    const char *rule;                  /* id in spec/rules.toml */
    uint32_t kind, wave;               /* enum assay_kind */
    uint64_t pc;
    uint32_t once;                     /* nonzero: a second one of this rule and place is not told */
    char text[160];
};

struct assay_export {                  /* what an export instruction gave */
    uint32_t wave, target;             /* target: the number in the instruction */
    uint32_t enabled, row;             /* a bit a source that was exported; row number from M0, or UINT32_MAX */
    uint8_t done, valid_mask, compressed;
    uint64_t pc, lanes;                /* lanes: EXEC */
    uint32_t values[4][64];
    uint64_t open[4];                  /* a lane mask a source */
};

struct assay_message {                 /* what S_SENDMSG sent: SIMM16, and M0 */
    uint32_t wave, code, payload, open;            /* open: the payload is */
    uint64_t pc;
};

struct assay_wave {                    /* a wave's state after a run; pointers stay good until the next run */
    const uint32_t (*v)[64];
    const uint32_t *s;                 /* 128 words by operand code */
    const uint64_t *v_open, *v_tolerant;          /* a lane mask a VGPR */
    const uint32_t *v_ulp;
    const uint8_t *v_float;
    const uint32_t *s_open;            /* 4 words: a bit a scalar register */
    const uint64_t *v_written, *s_written;        /* 4 and 2 words: a bit a register */
    uint32_t scc, scc_open, mode, trapsts, status_bits, lanes, group;
    uint64_t pc, instructions, exec;
    uint32_t scc_written, mode_written;
};

/* A run of bytes that a lane of a memory instruction reads or writes.  place: enum assay_place; address: of the wave's
   memory, or from the start of LDS or the global data share. */
enum assay_place { ASSAY_IN_MEMORY, ASSAY_IN_LDS, ASSAY_IN_GDS };
struct assay_access { uint64_t address; uint32_t bytes; uint8_t lane, place; };

struct assay_trace {                   /* one executed instruction, for the callback of assay_trace */
    uint32_t wave, group;
    uint64_t pc, exec;
    uint32_t m0;                       /* before it */
    const uint32_t *s;                 /* the scalar registers after it; good during the callback */
    const char *text;
    uint32_t write_count;
    struct { uint32_t reg; uint64_t lanes; } writes[24];
    uint32_t counters[4];              /* vm, vs, exp, lgkm: what each may read at most */
    const struct assay_access *accesses;          /* good during the callback */
    uint32_t access_count;
};

/* What the rules leave to chance, in a run whose order the caller chooses (docs/outcomes.md). */
enum assay_event {
    /* the wave runs the instruction at `pc`; its memory operation at `pc` touches memory */
    ASSAY_RUNS,
    ASSAY_TOUCHES,
    /* the result of its operation at `by` is not there for the instruction at `pc`; is there before it */
    ASSAY_LACKS,
    ASSAY_LANDS,
    /* of lanes that meet in the atomic at `pc`, `lane` comes next */
    ASSAY_LANE
};
struct assay_way { uint32_t event, wave, lane; uint64_t pc, by; };
/* A point at which a run may go on in several ways, or in one that others can see.  state: a digest of all that the
   rest of the run depends on; the pointer is good until the next call. */
struct assay_point {
    const struct assay_way *ways;
    uint32_t count;
    uint64_t state[2];
};
/* What runs have found since assay_forget_orders.  LEARNED: accesses that meet others and were not known to when an
   earlier run passed them, so that it left ways out; CUT: ways that no run is asked about. */
enum { ASSAY_LEARNED = 1, ASSAY_CUT = 2 };

struct assay_outcome {
    uint32_t status;                   /* enum assay_status */
    uint32_t wave_count, finding_count, findings_dropped;
    uint32_t stopped_wave;
    uint64_t stopped_pc, instructions;
    uint64_t compared_end;             /* nonzero: an open value decided something; comparison ends */
    uint32_t errors, races;            /* findings of these kinds, counted even where the list was full */
    /* nonzero: something hangs on which groups ran before, beside what memory holds: the global data share and its
       resources, a clock, lines of a cache that are discarded */
    uint32_t in_order;
    /* nonzero: findings are not the first ones in their order, since one took the place of another, or what is told
       once found none */
    uint32_t mixed;
    /* in the order of issue; what a machine has no room for, as many as findings, is only counted */
    uint32_t export_count, exports_dropped, message_count, messages_dropped;
    char text[160];                    /* why it stopped: operation, address, field */
};

/* The number of an architecture, for `arch`: its place among the lines of spec/targets.txt; -1: there is none of
   that name. */
int32_t assay_arch(const char *name);
const char *assay_arch_name(uint32_t arch);                              /* 0: there is none of that number */

typedef struct assay assay;
/* A machine that holds the results of up to `waves` waves, `findings` findings and `code_bytes` of code.  0: no
   memory. */
assay *assay_new(uint32_t waves, uint32_t findings, uint64_t code_bytes);
void assay_free(assay *);
/* How many waves a run starts if nothing stops it, counting partial groups as full; 0: it is invalid.  Runs nothing. */
uint64_t assay_count_waves(assay *, const struct assay_run *);
/* Runs one case.  Groups run one after another, up to eight at once where one waits for another's waves or a seed has
   them take turns; with more waves than the machine holds, the first ones are kept. */
void assay_run(assay *, const struct assay_run *, struct assay_outcome *);
/* The same in an order that the caller chooses: `pick` gives the number of a way, or one that is none, which ends the
   run with ASSAY_LIMIT.  All groups run at once, eight at most; policy, schedule and seed mean nothing; findings are
   not looked for, and what only the order leaves open is not open. */
void assay_run_order(assay *, const struct assay_run *, uint32_t (*pick)(void *, const struct assay_point *), void *,
                     struct assay_outcome *);
void assay_forget_orders(assay *);                     /* before the first run of a case */
uint32_t assay_orders_found(assay *);                  /* LEARNED is told once */
/* The two calls another thread or a signal handler may make meanwhile: end the run (or, if none is under way, the
   next one) with ASSAY_LIMIT and what is known; the instructions the run has done, a few thousand late. */
void assay_stop(assay *);
uint64_t assay_progress(const assay *);
void assay_run_batch(assay *, const struct assay_run *, struct assay_outcome *, uint32_t count);
/* Accesses of groups, to find races between them, are remembered up to a bound (rule race.groups.forgotten).  Has the
   last run of this machine forgotten some; would one that had run both last runs have? */
bool assay_forgot(const assay *);
bool assay_forgets_with(const assay *, const assay *);
/* False: no such wave ran, or it was not kept. */
bool assay_wave_at(const assay *, uint32_t number, struct assay_wave *);
const struct assay_finding *assay_findings(const assay *);
const struct assay_export *assay_exports(const assay *);
const struct assay_message *assay_messages(const assay *);
/* LDS of the last group that ran, and how many bytes of it that group had: 0 where none has run.  Beyond them
   nothing is meant. */
const uint8_t *assay_lds(const assay *, const uint8_t **open);
uint32_t assay_lds_bytes(const assay *);
void assay_set_trace(assay *, void (*callback)(void *, const struct assay_trace *), void *);

/* Text of the instruction at `code`; returns its bytes, or 0 and "<illegal>". */
uint32_t assay_disassemble(uint32_t arch, uint32_t wave_size, const uint8_t *code, uint64_t bytes, char *text,
                           uint32_t size);
/* Does the instruction at `code` set a field that it does not use?  False too where none is. */
bool assay_sets_unused(uint32_t arch, uint32_t wave_size, const uint8_t *code, uint64_t bytes);
/* Many at once: lines of hex in, lines of text out ('\n' after each); returns bytes written, or the size needed if
   more. */
uint64_t assay_disassemble_lines(uint32_t arch, uint32_t wave_size, const char *lines, uint64_t bytes, char *text,
                                 uint64_t size);

#pragma GCC visibility pop
#endif
