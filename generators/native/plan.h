/* The planner's loops over small arrays; numpy's calls take longer than the work. coverage_bins.py, planner.py and
   value_classes.py own the arrays, which are C-contiguous, and define their meaning. */
#include <stdbool.h>
#include <stdint.h>

/* The coverage bins of a form. exists: bool by operand, class. covered: bool by shape, mode, tag, operand, class.
   covered_any_mode: the same without mode. scalars: covered by scalar registers, bool by operand, class. uncovered,
   uncovered_any_mode: numbers of bins by operand, tag, shape; the second counts bins uncovered under every mode. */
struct plan_coverage {
    int32_t shapes, modes, tags, operands, classes;
    const uint8_t *exists;
    uint8_t *covered, *covered_any_mode, *scalars;
    int64_t *uncovered, *uncovered_any_mode;
};

/* The bins that a case covers. `vectors`: bool by wave, operand, class. `scalars`: bool by operand, class. `shape` and
   `mode`: by wave, negative for none. `tags`: its tags. */
struct plan_hits {
    int32_t waves, tag_count;
    const uint8_t *vectors, *scalars;
    const int64_t *shape, *mode, *tags;
};

/* EXEC shapes, in the order of coverage_bins.LIVE_SHAPES. */
enum plan_shape { PLAN_ALL, PLAN_ONE, PLAN_PREFIX, PLAN_ALTERNATING, PLAN_UPPER, PLAN_RANDOM, PLAN_SHAPES };

/* An encoding to plan for. `vectors`: operands in VGPRs that count. `fits`: shapes with a lane that may write. `drawn`:
   operands with a class in each lane. `price`: weight of a bin that is uncovered under every mode. `lanes`: lanes of a
   wave. `live`: mask of the lanes that may write. `work`: scratch space, int32 by shape, mode, operand, class; by
   shape, operand, class; by shape, mode; by shape. `reach`: scratch space by operand, class. */
struct plan_encoding {
    const uint8_t *vectors, *fits, *drawn;
    const int64_t *tags;
    int32_t tag_count, price, lanes;
    uint64_t live;
    int32_t *work;
    uint8_t *reach;
};

/* A pool of encodings. `vectors`, `scalars`, `tags`, `fits`: bool by encoding and operand in VGPRs, operand in scalar
   registers, tag, shape. `rare`: divisor of the price by operand and tag; it is large for bins that many encodings
   reach. `price` as above. By encoding: `alive`: it may be used; `idle`: cases without a new bin; `rest`: its value
   apart from bins; `scores`: space for scores. */
struct plan_pool {
    int32_t encodings, price;
    const uint8_t *vectors, *scalars, *tags, *fits, *alive;
    const double *rare, *idle, *rest;
    double *scores;
};

/* Planned waves; the last `bare` ones have no active lane. `shape`: -1 for none. `alone`: by wave and operand, the
   class in waves with a single active lane, -1 for none. `wanted`: bool by wave, operand, class for other waves. Filled
   by plan_draw: `mask`: EXEC; `numbers`: classes by operand, wave and lane; `seen`: classes in active lanes of
   `vectors`, bool by wave, operand, class; `states`: number of active lanes. */
struct plan_waves {
    int32_t waves, bare;
    int64_t states;
    int64_t *shape, *mode, *alone;
    uint8_t *wanted;
    uint64_t *mask;
    int64_t *numbers;
    uint8_t *seen;
};

/* Records the bins of a case -> whether any is new. */
int plan_mark(const struct plan_coverage *coverage, const struct plan_hits *hits);

/* Computes for each encoding the weight of the uncovered bins that it can reach. */
void plan_scores(const struct plan_coverage *coverage, const struct plan_pool *pool, double *scores);

/* Plans waves: in turn a single lane and the shape that cover most of the uncovered bins. Clears the outputs of
   plan_draw. */
void plan_settings(const struct plan_coverage *coverage, const struct plan_encoding *encoding,
                   const struct plan_waves *plan);

/* Draws of numpy's Generator, from the generator of bits behind it: numpy's bitgen_t, a public interface of its C
   headers (numpy/random/bitgen.h). The numbers equal those of Generator (test_array_loops.py), so that a seed gives the
   same cases in both. */
struct plan_bits {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
};

/* A generator with the numbers of np.random.SFC64(seed). `bits` points to the structure, which must not move. */
struct plan_stream {
    struct plan_bits bits;
    uint64_t words[4];
    uint32_t half, held;
};

void plan_seed(struct plan_stream *stream, uint64_t seed);

/* The value classes of a type. `classes`: their number; class 0 is uniform. `start`, `members`: first pattern and
   number of patterns of each class. `mask`: all bits of a value. */
struct plan_values {
    int64_t classes;
    const int64_t *start, *members;
    const uint64_t *patterns;
    uint64_t mask;
};

/* Draws the rest of a plan: shapes and modes of unplanned waves, masks with an active lane if possible, and classes.
   Wanted classes go to active lanes. sources: the classes of each operand. */
void plan_draw(struct plan_bits *bits, const struct plan_coverage *coverage, const struct plan_encoding *encoding,
               const struct plan_values *const *sources, struct plan_waves *plan);

/* An unbiased integer from 0 to `most`: the high half of a product, redrawn in the uneven rest (Lemire, Fast Random
   Integer Generation in an Interval, 2019). */
uint32_t plan_below_or(struct plan_bits *bits, uint32_t most);

/* The same with numpy's masked method: the low bits that `most` has, redrawn if they exceed it. */
uint32_t plan_masked(struct plan_bits *bits, uint32_t most);

/* Numbers from 0 to `most`: integers(0, most, endpoint=True); coins, 0 or 1: integers(0, 2, dtype=bool). */
void plan_numbers(struct plan_bits *bits, uint32_t most, int64_t count, int64_t *numbers);
void plan_coins(struct plan_bits *bits, int64_t count, uint8_t *coins);

/* Numbers in another order: permutation(). */
void plan_shuffle(struct plan_bits *bits, int64_t count, int64_t *numbers);

/* Class numbers, a quarter of them 0: integers(0, 4 / 3 classes). */
void plan_classes(struct plan_bits *bits, const struct plan_values *of, int64_t count, int64_t *numbers);

/* All class numbers `times` times, each time in a new order: permutation(classes). */
void plan_deal(struct plan_bits *bits, const struct plan_values *of, int64_t times, int64_t *numbers);

/* Rows of values. `of`, `lanes`: classes and lanes of each row. `room`: space for class numbers of each row, a multiple
   of the number of classes. `turn`: the class of the first row; each following row has the next class. If negative, all
   classes are dealt over the lanes. */
struct plan_rows {
    int64_t rows, turn;
    const struct plan_values *const *of;
    const int64_t *lanes, *room;
};

/* Draws rows in order: their class numbers, then a pattern for each lane. */
void plan_fill(struct plan_bits *bits, const struct plan_rows *rows, int64_t *numbers, uint64_t *values);

/* The dwords of rows of values: index in `words` of the values of each row, their left shift, and index of their upper
   halves, negative for none. */
struct plan_dwords {
    const int64_t *low, *shift, *high;
};

/* Draws rows as plan_fill does, and stores them as dwords. */
void plan_fill_dwords(struct plan_bits *bits, const struct plan_rows *rows, const struct plan_dwords *dwords,
                      int64_t *numbers, uint64_t *values, uint32_t *words);

/* A pattern for each class number: random() selects a member of the class; then class 0 gets integers(0, mask,
   endpoint=True). */
void plan_patterns(struct plan_bits *bits, const struct plan_values *of, int64_t count, const int64_t *numbers,
                   uint64_t *values);

/* The halves of a dword: one value; two values of one class; two values, with the upper classes permuted. */
enum plan_halves { PLAN_WHOLE, PLAN_TWICE, PLAN_PERMUTED };

/* An element of an operand: its classes, the operand's number, whether it is in scalar registers, enum plan_halves, and
   the indices of its dwords in the words of a wave, negative for none. */
struct plan_element {
    const struct plan_values *of;
    int32_t operand, scalar, halves;
    int64_t low, high;
};

/* Two operands of one type in VGPRs that may get equal values, and the dwords to copy from the first to the second. */
struct plan_pair {
    int32_t one, other, count;
    int64_t of[4], to[4];
};

/* How the registers of an encoding get their values. `words`: words of a wave, scalars first, then rows of `lanes`.
   Elements in order. Other registers, VGPRs and scalars, get bits of class `any`. The rest are word indices. m0: -1
   unless M0 is an index; m0_mask: further bits of it. exec_lo, exec_hi: -1 if an operand sets them. */
struct plan_recipe {
    int64_t words;
    int32_t lanes, elements, pairs, vectors, scalars;
    const struct plan_element *element;
    const struct plan_pair *pair;
    const int64_t *vector_places, *scalar_places;
    const struct plan_values *any;
    int64_t m0, scc, mode, exec_lo, exec_hi;
    uint32_t m0_mask;
};

/* The waves to fill. Class numbers: of operands in VGPRs by operand, wave and lane; of those in scalar registers by
   operand and wave. EXEC and MODE by wave; `words` by wave. `others`, `values`: scratch space for two rows of all
   waves, or a row for every other register. */
struct plan_filling {
    int32_t waves;
    const int64_t *numbers, *scalars;
    const uint64_t *masks;
    const uint32_t *modes;
    int64_t *others;
    uint64_t *values;
    uint32_t *words;
};

/* Fill the operands; then all other registers. */
void plan_operands(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_filling *to);
void plan_others(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_filling *to);

/* Names of registers as MessagePack has them, by the model's numbers: that of n from at[n] to at[n + 1]. */
enum { PLAN_NUMBERS = 512, PLAN_V0 = 256 };
struct plan_names {
    const uint8_t *text;
    const int64_t *at;
};

/* Registers of waves of `lanes` lanes, by the model's numbers. A wave has one word for each scalar and `lanes` words
   for each VGPR. */
struct plan_registers {
    int32_t count, lanes;
    const uint32_t *numbers;
};

/* How registers are written: their names, and the bytes before those of each wave. */
struct plan_form {
    const struct plan_names *names;
    const uint8_t *before;
    int64_t before_size;
};

/* Writes the words of waves as MessagePack, an array of maps -> number of bytes. If `bytes` is 0, only counts them. */
int64_t plan_pack(const struct plan_form *form, const struct plan_registers *registers, int32_t waves,
                  const uint32_t *words, uint8_t *bytes);

/* Reads such an array, or a single map, as any encoder may write it; all waves must have the same registers in one
   order. Sets `numbers` and `count` -> number of waves, 1 for a single map; negative if malformed or longer than `room`
   words. */
int32_t plan_unpack(const struct plan_names *names, int32_t lanes, const uint8_t *bytes, int64_t size,
                    uint32_t *numbers, int32_t *count, uint32_t *words, int64_t room);

/* The model's (assay.h). */
struct assay;
struct assay_run;
struct assay_outcome;
struct assay_wave;
struct assay_set;

/* A machine of the model, functions of its library, its run, and space for `kept` waves and for start values. */
struct plan_machine {
    void (*run)(struct assay *, const struct assay_run *, struct assay_outcome *);
    bool (*wave_at)(const struct assay *, uint32_t number, struct assay_wave *);
    struct assay *machine;
    struct assay_run *setup;
    struct assay_outcome *outcome;
    struct assay_wave *waves;
    uint32_t kept;
    struct assay_set *sets;
};

/* Code, and the initial words of each wave. If `waves` is 0, all waves start with the same words. */
struct plan_start {
    const uint8_t *code;
    uint64_t size;
    const struct plan_registers *registers;
    int32_t waves;
    const uint32_t *words;
};

/* Runs the code -> number of waves that can be read. */
int32_t plan_run(const struct plan_machine *machine, const struct plan_start *start);

/* Reads the `words` of waves -> number of undefined bits. */
int64_t plan_read(const struct plan_registers *registers, int32_t waves, const struct assay_wave *from,
                  uint32_t *words);

/* Reads waves as plan_read does and writes them as plan_pack does -> number of undefined bits. */
int64_t plan_tell(const struct plan_form *form, const struct plan_registers *registers, int32_t waves,
                  const struct assay_wave *from, uint8_t *bytes);

/* The registers that any wave has written, one bit each: four words of VGPRs, two of scalars, one with SCC and MODE. */
void plan_written(int32_t waves, const struct assay_wave *from, uint64_t *found);

/* Chooses the next encoding among those `alive`. Its score is the weight of the uncovered bins that it can reach, times
   0.3 for each `idle` case, plus a random part. `rest` and scalar operands with uncovered classes add to it, times 0.7
   for each idle case. */
int32_t plan_choose(struct plan_bits *bits, const struct plan_coverage *coverage, const struct plan_pool *pool);
