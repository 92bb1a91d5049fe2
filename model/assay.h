/* Public C interface of the golden model, and the only header that the Python binding reads.  There are no globals.  A
   machine belongs to one thread at a time.  A run accesses only the memory that it names.  Every call returns. */
#ifndef ASSAY_H
#define ASSAY_H
#include <stdbool.h>
#include <stdint.h>

/* Other names of the library are hidden. */
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
enum assay_usage    { ASSAY_READ = 1, ASSAY_WRITTEN = 2, ASSAY_PRIVATE = 4 };
enum assay_align    { ASSAY_ALIGN_UNALIGNED, ASSAY_ALIGN_DWORD, ASSAY_ALIGN_STRICT };

/* Register numbers: 0..127 the scalar file by operand code, 256..511 VGPRs, and these. */
enum {
    ASSAY_SCC = 128,
    ASSAY_MODE = 129,
    ASSAY_TRAPSTS = 130,
    ASSAY_STATUS = 131,
    ASSAY_HWREG = 160 /* + id */,
    ASSAY_V0 = 256
};

struct assay_region {
    uint64_t address, size;            /* bytes; regions must not overlap each other or the code */
    uint8_t *bytes;                    /* memory of the caller, changed in place */
    uint8_t *open;                     /* the undefined bits of each byte; or 0: not recorded */
    /* enum assay_space.  ASSAY_GDS: the global data share, up to 64 KiB.  ASSAY_GS_REGISTERS: the 24 dwords of its
       streamout registers.  These have no address, and there is at most one of each.  Without them there is no global
       data share, and the registers are undefined zeros. */
    uint32_t space;
    /* One byte for each dword, from that of the first byte on.  A run sets bits of enum assay_usage: its groups read
       the dword, may have written it, or used it as private memory.  0: not recorded. */
    uint8_t *accessed;
};

struct assay_set {                     /* start value of one register */
    uint32_t wave, reg;                /* wave: its number in the first group, or UINT32_MAX: every wave */
    uint32_t count;                    /* words at `values`: 1 (for every lane), or up to 64 (by lane; the rest is 0) */
    const uint32_t *values;
};

/* The implementation's choices where the ISA allows several (docs/errata.md).  Zeros select the model's own. */
struct assay_choices {
    uint8_t nan_propagated;            /* enum assay_nan: which of several NaN operands is returned, made quiet */
    uint8_t lds_out_of_range;          /* enum assay_outside */
    /* enum assay_lanes: order of lanes that collide in one access.  ASSAY_LANES_OPEN: their results are undefined. */
    uint8_t colliding_lanes;
    uint8_t alignment;                 /* enum assay_align, of loads and stores */
    /* NaN bits of invalid operations on f16, f32, f64.  0: only the quiet bit; positive except for roots. */
    uint64_t nan_generated[3];
};

struct assay_run {
    uint32_t arch, wave_size;          /* assay_arch(name); 32 or 64 */
    const uint8_t *code;
    uint64_t code_bytes, base, entry;  /* loaded at base; execution starts at base + entry */
    struct assay_region *regions;
    uint32_t region_count;
    uint32_t grid[3], group[3];        /* work items */
    uint32_t lds_bytes, scratch_bytes; /* bytes of a group; bytes of a work item */
    const uint8_t *lds;                /* initial contents, lds_bytes long; 0: undefined zeros */
    uint32_t sgprs, vgprs;             /* 0: the defaults of cases.md */
    const struct assay_set *sets;
    uint32_t set_count;
    const uint8_t *descriptor;         /* 64 bytes, or 0 */
    uint64_t kernarg, dispatch_packet, queue, scratch_base;   /* addresses for the descriptor's user SGPRs */
    const uint32_t *compute;           /* pairs (byte offset in SH space 0xb800.., value), or 0 */
    uint32_t compute_count;
    uint32_t policy, schedule;
    uint64_t seed, instruction_limit;  /* limit for the sum over all waves; 0: 100,000; UINT64_MAX: none */
    uint32_t profile;                  /* enum assay_profile: selects rules of spec/hazards.txt */
    uint32_t watch_flags;              /* nonzero: exception flags go to TRAPSTS (slower) */
    struct assay_choices choices;
    /* The trap handler at tba, or none. tma: address of its memory.  Both addresses are multiples of 256. */
    const uint8_t *trap_code;
    uint64_t trap_bytes, tba, tma;
    uint32_t first_group, group_limit; /* run at most group_limit groups from first_group on; limit 0: all */
};

struct assay_finding {
    const char *rule;                  /* id in spec/rules.toml */
    uint32_t kind, wave;               /* enum assay_kind */
    uint64_t pc;
    uint32_t once;                     /* nonzero: reported once for each rule and place */
    char text[160];
};

struct assay_export {                  /* an executed export */
    uint32_t wave, target;             /* target: number in the instruction */
    uint32_t enabled, row;             /* a bit for each exported source; row number from M0, or UINT32_MAX */
    uint8_t done, valid_mask, compressed;
    uint64_t pc, lanes;                /* lanes: EXEC */
    uint32_t values[4][64];
    uint64_t open[4];                  /* undefined lanes of each source */
};

struct assay_message {                 /* an executed S_SENDMSG: SIMM16 and M0 */
    uint32_t wave, code, payload, open;            /* open: nonzero if the payload is undefined */
    uint64_t pc;
};

struct assay_wave {                    /* state of a wave after a run; pointers are valid until the next run */
    const uint32_t (*v)[64];
    const uint32_t *s;                 /* 128 words by operand code */
    /* A lane mask for each VGPR: lanes with an undefined bit; within v_ulp; lanes of v_open whose undefined bits are in
       v_bits, while in the others all 32 bits are undefined. */
    const uint64_t *v_open, *v_tolerant, *v_part;
    const uint32_t (*v_bits)[64];
    const uint32_t *v_ulp;
    const uint8_t *v_float;
    const uint32_t *s_open;            /* 4 words: a bit for each scalar register with an undefined bit */
    const uint32_t *s_bits;            /* the undefined bits of a register in s_open */
    const uint64_t *v_written, *s_written;        /* 4 and 2 words: a bit for each register */
    uint32_t scc, scc_open, mode, trapsts, status_bits, lanes, group;
    uint64_t pc, instructions, exec;
    uint32_t scc_written, mode_written;
};

/* Contiguous bytes that a lane of a memory instruction reads or writes. place: enum assay_place. address: a guest
   address, or an offset in LDS or the global data share. */
enum assay_place { ASSAY_IN_MEMORY, ASSAY_IN_LDS, ASSAY_IN_GDS };
struct assay_access { uint64_t address; uint32_t bytes; uint8_t lane, place; };

struct assay_trace {                   /* one executed instruction, for the callback of assay_set_trace */
    uint32_t wave, group;
    uint64_t pc, exec;
    uint32_t m0;                       /* before the instruction */
    const uint32_t *s;                 /* the scalar registers after the instruction; valid during the callback */
    const char *text;
    uint32_t write_count;
    struct { uint32_t reg; uint64_t lanes; } writes[24];
    uint32_t counters[4];              /* maximum values of vm, vs, exp, lgkm */
    const struct assay_access *accesses;          /* valid during the callback */
    uint32_t access_count;
};

/* Events whose order the ISA leaves unspecified; the caller of assay_run_order chooses (docs/outcomes.md). */
enum assay_event {
    /* The wave runs the instruction at `pc`; its memory operation at `pc` accesses memory. */
    ASSAY_RUNS,
    ASSAY_ACCESSES,
    /* The result of the wave's operation at `by` has not returned for the instruction at `pc`; it has returned. */
    ASSAY_OUTSTANDING,
    ASSAY_RETURNED,
    /* `lane` is the next of the colliding lanes in the atomic at `pc`. */
    ASSAY_LANE
};
struct assay_alternative { uint32_t event, wave, lane; uint64_t pc, by; };
/* A point of a run with several alternatives, or with one that others can observe. state: a digest of all state
   that the rest depends on.  The pointer is valid until the next call. */
struct assay_point {
    const struct assay_alternative *alternatives;
    uint32_t count;
    uint64_t state[2];
};
/* Findings of runs since assay_forget_orders.  LEARNED: an access conflicts with others, which an earlier run did not
   know, so it omitted alternatives.  CUT: the machine omits alternatives. */
enum { ASSAY_LEARNED = 1, ASSAY_CUT = 2 };

struct assay_outcome {
    uint32_t status;                   /* enum assay_status */
    uint32_t wave_count, finding_count, findings_dropped;
    uint32_t stopped_wave;
    uint64_t stopped_pc, instructions;
    uint64_t compared_end;             /* nonzero: an undefined value decided something; comparison ends there */
    uint32_t errors, races;            /* number of findings of these kinds, including dropped ones */
    /* Nonzero: a result depends on groups that ran before, other than through memory: by the global data share and its
       resources, a clock, or discarded cache lines. */
    uint32_t in_order;
    /* Nonzero: findings are not simply the first ones.  One replaced another, or a rule that reports once had a second
       finding. */
    uint32_t mixed;
    /* In the order of issue.  Entries beyond the machine's number of findings are only counted. */
    uint32_t export_count, exports_dropped, message_count, messages_dropped;
    char text[160];                    /* why the run stopped: operation, address, field */
};

/* The number of an architecture in spec/targets.txt; -1: unknown name. */
int32_t assay_arch(const char *name);
const char *assay_arch_name(uint32_t arch);                              /* 0: no such number */

typedef struct assay assay;
/* Creates a machine for results of up to `waves` waves, `findings` findings and `code_bytes` of code.  0: out of
   memory. */
assay *assay_new(uint32_t waves, uint32_t findings, uint64_t code_bytes);
void assay_free(assay *);
/* The number of waves that a complete run starts; partial groups count as full.  0: the run is invalid.  Runs
   nothing. */
uint64_t assay_count_waves(assay *, const struct assay_run *);
/* Runs one case.  Groups run in sequence.  Up to eight run at once if one waits for waves of another, or if a seed
   interleaves them.  If there are more waves than the machine retains, the first ones are retained. */
void assay_run(assay *, const struct assay_run *, struct assay_outcome *);
/* Runs one case in an order that the caller chooses.  `pick` returns the index of an alternative.  Any other number
   ends the run with ASSAY_LIMIT.  All groups run at once, at most eight.  Policy, schedule and seed are ignored.
   Nothing is reported, and values that depend only on the order are defined. */
void assay_run_order(assay *, const struct assay_run *, uint32_t (*pick)(void *, const struct assay_point *), void *,
                     struct assay_outcome *);
void assay_forget_orders(assay *);                     /* before the first run of a case */
uint32_t assay_orders_found(assay *);                  /* LEARNED is returned once */
/* These two may be called from another thread or a signal handler during a run. assay_stop ends the current run, or
   else the next one, with ASSAY_LIMIT and the results so far. assay_progress returns the executed instructions, a few
   thousand late. */
void assay_stop(assay *);
uint64_t assay_progress(const assay *);
void assay_run_batch(assay *, const struct assay_run *, struct assay_outcome *, uint32_t count);
/* The memory of accesses for races between groups is limited (rule race.groups.forgotten).  Did the last run exceed it?
   Would one machine have exceeded it with the last runs of both? */
bool assay_forgot(const assay *);
bool assay_forgets_with(const assay *, const assay *);
/* False: no such wave ran, or it was not retained. */
bool assay_wave_at(const assay *, uint32_t number, struct assay_wave *);
const struct assay_finding *assay_findings(const assay *);
const struct assay_export *assay_exports(const assay *);
const struct assay_message *assay_messages(const assay *);
/* LDS of the last group that ran, and its size in bytes; 0 before any run.  Bytes beyond the size are unspecified. */
const uint8_t *assay_lds(const assay *, const uint8_t **open);
uint32_t assay_lds_bytes(const assay *);
void assay_set_trace(assay *, void (*callback)(void *, const struct assay_trace *), void *);

/* Writes the text of the instruction at `code`.  Returns its size in bytes, or 0 and "<illegal>". */
uint32_t assay_disassemble(uint32_t arch, uint32_t wave_size, const uint8_t *code, uint64_t bytes, char *text,
                           uint32_t size);
/* Does the instruction at `code` set a field that it does not use?  False for illegal instructions. */
bool assay_sets_unused(uint32_t arch, uint32_t wave_size, const uint8_t *code, uint64_t bytes);
/* Disassembles lines of hex to lines of text, each ending in '\n'.  Returns the bytes written, or the required size if
   larger. */
uint64_t assay_disassemble_lines(uint32_t arch, uint32_t wave_size, const char *lines, uint64_t bytes, char *text,
                                 uint64_t size);

#pragma GCC visibility pop
#endif
