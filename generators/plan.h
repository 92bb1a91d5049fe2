/* The grid's planner over small arrays, for which numpy's calls take longer than the work: cells.py, planner.py and
   values.py own the arrays, which are C-contiguous, and say what they mean. */
#include <stdint.h>

/* Cells of a grid.  has: bool by operand, class; held: bool by shape, mode, tag, operand, class; ever: the same without
   mode; left, fresh: cells to be reached by operand, tag, shape, and those of them that no mode has. */
struct plan_cells {
    int32_t shapes, modes, tags, operands, classes;
    const uint8_t *has;
    uint8_t *held, *ever;
    int64_t *left, *fresh;
};

/* What a case reaches: `vectors` bool by wave, operand, class; shape and mode by wave, below 0 for none; its tags. */
struct plan_hits {
    int32_t waves, tag_count;
    const uint8_t *vectors;
    const int64_t *shape, *mode, *tags;
};

/* Shapes of EXEC, in the order of cells.LIVE. */
enum plan_shape { PLAN_ALL, PLAN_ONE, PLAN_PREFIX, PLAN_ALTERNATING, PLAN_UPPER, PLAN_RANDOM, PLAN_SHAPES };

/* An encoding to plan for: which operands stand in VGPRs and are wanted there, which shapes have a lane in common with
   it, which operands `drawn` have a class in each lane, its tags; `price`: how much dearer a cell is that no mode has;
   lanes of a wave, and the mask of those that may write; work: int32 by shape, mode, operand, class; by shape,
   operand, class; by shape, mode; by shape. */
struct plan_encoding {
    const uint8_t *vectors, *fits, *drawn;
    const int64_t *tags;
    int32_t tag_count, price, lanes;
    uint64_t live;
    int32_t *work;
};

/* A pool of encodings: bool by encoding and operand, tag, shape; `rare`: by operand and tag, by how much cheaper a cell
   is that many reach; `price` as above. */
struct plan_pool {
    int32_t encodings, price;
    const uint8_t *vectors, *tags, *fits;
    const double *rare;
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

/* Plans waves: by turns a single lane and the densest shape that reach most of what is missing; shapes must be -1 and
   modes 0, classes alone -1, wanted and seen false. */
void plan_settings(const struct plan_cells *cells, const struct plan_encoding *encoding, const struct plan_waves *plan);

/* Draws of numpy's Generator, from the generator of bits behind it: numpy's bitgen_t, a public interface of its C
   headers (numpy/random/bitgen.h).  The numbers are those that Generator gives (test_arrays.py), so that a seed means
   the same cases whether it was asked or this. */
struct plan_bits {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
};

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

/* A pattern of each class number: random() for each says which of its class; then those of class 0 are
   integers(0, mask, endpoint=True). */
void plan_patterns(struct plan_bits *bits, const struct plan_values *of, int64_t count, const int64_t *numbers,
                   uint64_t *values);
