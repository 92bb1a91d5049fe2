/* The planner's loops over small arrays, for which numpy's calls take longer than the work: coverage_bins.py,
   planner.py and value_classes.py own the arrays, which are C-contiguous, and say what they mean. */
#include <stdbool.h>
#include <stdint.h>

/* Cells of a grid.  has: bool by operand, class; held: bool by shape, mode, tag, operand, class; ever: the same without
   mode; scalars: bool by operand, class, of those in scalar registers; left, fresh: cells to be reached by operand,
   tag, shape, and those of them that no mode has. */
struct plan_cells {
    int32_t shapes, modes, tags, operands, classes;
    const uint8_t *has;
    uint8_t *held, *ever, *scalars;
    int64_t *left, *fresh;
};

/* What a case reaches: `vectors` bool by wave, operand, class; `scalars` bool by operand, class; shape and mode by
   wave, below 0 for none; its tags. */
struct plan_hits {
    int32_t waves, tag_count;
    const uint8_t *vectors, *scalars;
    const int64_t *shape, *mode, *tags;
};

/* Shapes of EXEC, in the order of cells.LIVE. */
enum plan_shape { PLAN_ALL, PLAN_ONE, PLAN_PREFIX, PLAN_ALTERNATING, PLAN_UPPER, PLAN_RANDOM, PLAN_SHAPES };

/* An encoding to plan for: which operands stand in VGPRs and are wanted there, which shapes have a lane in common with
   it, which operands `drawn` have a class in each lane, its tags; `price`: how much dearer a cell is that no mode has;
   lanes of a wave, and the mask of those that may write; work: int32 by shape, mode, operand, class; by shape,
   operand, class; by shape, mode; by shape; reach: by operand, class. */
struct plan_encoding {
    const uint8_t *vectors, *fits, *drawn;
    const int64_t *tags;
    int32_t tag_count, price, lanes;
    uint64_t live;
    int32_t *work;
    uint8_t *reach;
};

/* A pool of encodings: bool by encoding and operand in VGPRs, operand in scalar registers, tag, shape; `rare`: by
   operand and tag, by how much cheaper a cell is that many reach; `price` as above; room for a score of each.  By
   encoding too: cases that reached nothing new, what it has that counts for itself, and whether it may be used. */
struct plan_pool {
    int32_t encodings, price;
    const uint8_t *vectors, *scalars, *tags, *fits, *alive;
    const double *rare, *idle, *rest;
    double *scores;
};

/* What waves are planned to be, `bare` of them, the last, with no lane on: shape, -1 for none; mode; `alone`: by wave
   and operand the class of every lane of a wave with a single one, -1 for none; `wanted`: bool by wave, operand, class
   for other waves; then what is drawn: `mask` of EXEC; `numbers`: classes by operand, wave and lane; `seen`: bool by
   wave, operand, class, what live lanes of `vectors` hold; `states`: how many live lanes there are. */
struct plan_waves {
    int32_t waves, bare;
    int64_t states;
    int64_t *shape, *mode, *alone;
    uint8_t *wanted;
    uint64_t *mask;
    int64_t *numbers;
    uint8_t *seen;
};

/* Counts a case -> whether it reached cells that none had. */
int plan_mark(const struct plan_cells *cells, const struct plan_hits *hits);

/* How much of what is missing each encoding can reach. */
void plan_scores(const struct plan_cells *cells, const struct plan_pool *pool, double *scores);

/* Plans waves: by turns a single lane and the densest shape that reach most of what is missing; clears what `plan_draw`
   fills. */
void plan_settings(const struct plan_cells *cells, const struct plan_encoding *encoding, const struct plan_waves *plan);

/* Draws of numpy's Generator, from the generator of bits behind it: numpy's bitgen_t, a public interface of its C
   headers (numpy/random/bitgen.h).  The numbers are those of Generator (test_array_loops.py), so that a seed means the
   same cases in both. */
struct plan_bits {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
};

/* A generator of bits like that of np.random.SFC64(seed), whose numbers it gives; `bits` points to it, so it stays
   where it is. */
struct plan_stream {
    struct plan_bits bits;
    uint64_t words[4];
    uint32_t half, held;
};

void plan_seed(struct plan_stream *stream, uint64_t seed);

/* The classes of a kind of values: how many, class 0 being uniform; where each starts among the patterns, and how many
   members it has; `mask`: all bits of a value. */
struct plan_values {
    int64_t classes;
    const int64_t *start, *members;
    const uint64_t *patterns;
    uint64_t mask;
};

/* Draws what plan_settings left open: any shape and mode where nothing is missing, masks with a live lane where there
   are some, classes; what is wanted goes to live lanes.  sources: the classes of each operand. */
void plan_draw(struct plan_bits *bits, const struct plan_cells *cells, const struct plan_encoding *encoding,
               const struct plan_values *const *sources, struct plan_waves *plan);

/* An integer from 0 to `most` without bias: the high half of a product, drawn again in the rest that would be uneven
   (Lemire, Fast Random Integer Generation in an Interval, 2019). */
uint32_t plan_below_or(struct plan_bits *bits, uint32_t most);

/* The same in numpy's other way: as many low bits as `most` has, drawn again where they are more. */
uint32_t plan_masked(struct plan_bits *bits, uint32_t most);

/* Numbers from 0 to `most`: integers(0, most, endpoint=True); coins, 0 or 1: integers(0, 2, dtype=bool). */
void plan_numbers(struct plan_bits *bits, uint32_t most, int64_t count, int64_t *numbers);
void plan_coins(struct plan_bits *bits, int64_t count, uint8_t *coins);

/* Numbers in another order: permutation(). */
void plan_shuffle(struct plan_bits *bits, int64_t count, int64_t *numbers);

/* Class numbers, a quarter of them 0: integers(0, 4 / 3 classes). */
void plan_classes(struct plan_bits *bits, const struct plan_values *of, int64_t count, int64_t *numbers);

/* All class numbers as many `times`, each time in another order: permutation(classes). */
void plan_deal(struct plan_bits *bits, const struct plan_values *of, int64_t times, int64_t *numbers);

/* Rows of values: how many; the classes, lanes and the room for class numbers of each, one that holds all classes as
   often as the lanes need; `turn`: the class of the first one's lanes, the next row's have the class after it; below
   0: all classes are dealt over the lanes. */
struct plan_rows {
    int64_t rows, turn;
    const struct plan_values *const *of;
    const int64_t *lanes, *room;
};

/* Draws rows one after the other: their class numbers, then a pattern of each lane's. */
void plan_fill(struct plan_bits *bits, const struct plan_rows *rows, int64_t *numbers, uint64_t *values);

/* The dwords of rows of values: where among `words` the values of each row lie, shifted left by so much, and where
   their upper halves do, below 0 for nowhere. */
struct plan_dwords {
    const int64_t *low, *shift, *high;
};

/* Draws rows as plan_fill does, and puts them where their dwords are. */
void plan_fill_dwords(struct plan_bits *bits, const struct plan_rows *rows, const struct plan_dwords *dwords,
                      int64_t *numbers, uint64_t *values, uint32_t *words);

/* A pattern of each class number: random() for each says which of its class; then those of class 0 are
   integers(0, mask, endpoint=True). */
void plan_patterns(struct plan_bits *bits, const struct plan_values *of, int64_t count, const int64_t *numbers,
                   uint64_t *values);

/* What the halves of a dword hold: one value; two of one class; two, the upper ones' classes in another order. */
enum plan_halves { PLAN_WHOLE, PLAN_TWICE, PLAN_PERMUTED };

/* An element of an operand: its classes; of which operand, whether it is in scalar registers; enum plan_halves; where
   its dwords stand among the words of a wave, below 0 for nowhere. */
struct plan_element {
    const struct plan_values *of;
    int32_t operand, scalar, halves;
    int64_t low, high;
};

/* Two operands of one type in VGPRs that may get the same values, and the dwords of the one that go to the other. */
struct plan_pair {
    int32_t one, other, count;
    int64_t of[4], to[4];
};

/* How the registers of an encoding get their values.  `words` of a wave, scalars and then rows of so many `lanes`;
   elements in order; what else is named, in VGPRs and scalar registers, whose bits are of `any` class; m0: where M0
   stands when it is an index, else -1, in the bits of m0_mask too; scc, mode; exec_lo, exec_hi: -1 where an operand
   says what they are. */
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

/* The waves to fill: class numbers of operands in VGPRs, by operand, wave and lane, and of those in scalar registers,
   by operand and wave; EXEC and MODE by wave; `words` by wave.  Room: `others` and `values` for twice a row of all
   waves, or one for every other register. */
struct plan_filling {
    int32_t waves;
    const int64_t *numbers, *scalars;
    const uint64_t *masks;
    const uint32_t *modes;
    int64_t *others;
    uint64_t *values;
    uint32_t *words;
};

/* Fills operands; then what else there is. */
void plan_operands(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_filling *to);
void plan_others(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_filling *to);

/* Names of registers as MessagePack has them, by the model's numbers: that of n from at[n] to at[n + 1]. */
enum { PLAN_NUMBERS = 512, PLAN_V0 = 256 };
struct plan_names {
    const uint8_t *text;
    const int64_t *at;
};

/* Registers of waves of so many lanes, by the model's numbers.  Words of a wave: one of each, of a VGPR one a lane. */
struct plan_registers {
    int32_t count, lanes;
    const uint32_t *numbers;
};

/* How registers are written: with which names, and behind which bytes those of each wave. */
struct plan_form {
    const struct plan_names *names;
    const uint8_t *before;
    int64_t before_size;
};

/* Writes the words of waves as MessagePack, an array of maps -> how many bytes; where `bytes` is 0 these are only
   counted. */
int64_t plan_pack(const struct plan_form *form, const struct plan_registers *registers, int32_t waves,
                  const uint32_t *words, uint8_t *bytes);

/* Reads such an array, or one map, of waves that have the same registers in one order, as any encoder may write it:
   their numbers and how many -> waves, 1 of a map alone.  Below 0 for what is none, or has more words than there is
   room for. */
int32_t plan_unpack(const struct plan_names *names, int32_t lanes, const uint8_t *bytes, int64_t size,
                    uint32_t *numbers, int32_t *count, uint32_t *words, int64_t room);

/* The model's (assay.h). */
struct assay;
struct assay_run;
struct assay_outcome;
struct assay_wave;
struct assay_set;

/* A machine of the model with the functions of its library, a run of it, room for `kept` waves and for start values. */
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

/* Code, and the words that each of so many waves starts with; 0: those of one, for every wave. */
struct plan_start {
    const uint8_t *code;
    uint64_t size;
    const struct plan_registers *registers;
    int32_t waves;
    const uint32_t *words;
};

/* Runs it -> how many waves can be looked at. */
int32_t plan_run(const struct plan_machine *machine, const struct plan_start *start);

/* Reads waves: `words` of each -> how many of their bits are open. */
int64_t plan_read(const struct plan_registers *registers, int32_t waves, const struct assay_wave *from,
                  uint32_t *words);

/* Writes them as plan_pack does the words that plan_read reads -> the same. */
int64_t plan_tell(const struct plan_form *form, const struct plan_registers *registers, int32_t waves,
                  const struct assay_wave *from, uint8_t *bytes);

/* What some wave has written, a bit a register: four words of VGPRs, two of scalars, one with SCC and MODE. */
void plan_written(int32_t waves, const struct assay_wave *from, uint64_t *found);

/* Which encoding of those `alive` in a pool is next.  Its score: how much of what is missing it can reach, less by 0.3
   for each `idle` case, and some chance; then what it has that counts for itself, `rest` and the scalar
   operands of which a class is missing, less by 0.7. */
int32_t plan_choose(struct plan_bits *bits, const struct plan_cells *cells, const struct plan_pool *pool);
