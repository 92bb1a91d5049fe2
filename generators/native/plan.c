/* plan.h says what each does. */
#include "draws.h"
#include <math.h>
#include <string.h>

enum { SOME = 128 };                             /* values at a time */

/* Is there a cell in the one that is not in the other?  Mostly there is none. */
static bool has_more(const uint8_t *one, const uint8_t *other, int64_t span)
{
    uint8_t found = 0;
    for (int64_t cell = 0; cell < span; cell++) found |= one[cell] > other[cell];
    return found;
}

int plan_mark(const struct plan_cells *cells, const struct plan_hits *hits)
{
    const int64_t span = (int64_t)cells->operands * cells->classes;
    int found = 0;
    for (int64_t cell = 0; cell < span; cell++) {
        found |= hits->scalars[cell] > cells->scalars[cell];
        cells->scalars[cell] |= hits->scalars[cell];
    }
    for (int32_t wave = 0; wave < hits->waves; wave++) {
        const int64_t shape = hits->shape[wave], mode = hits->mode[wave];
        if (shape < 0 || mode < 0) continue;
        for (int32_t n = 0; n < hits->tag_count; n++) {
            const int64_t tag = hits->tags[n];
            const uint8_t *seen = hits->vectors + wave * span;
            uint8_t *held = cells->held + ((shape * cells->modes + mode) * cells->tags + tag) * span;
            uint8_t *ever = cells->ever + (shape * cells->tags + tag) * span;
            if (!has_more(seen, held, span)) continue;
            for (int64_t cell = 0; cell < span; cell++) {
                if (!seen[cell] || held[cell]) continue;
                const int64_t at = (cell / cells->classes * cells->tags + tag) * cells->shapes + shape;
                cells->left[at]--;
                cells->fresh[at] -= !ever[cell];
                held[cell] = ever[cell] = 1;
                found = 1;
            }
        }
    }
    return found;
}

/* How much is missing of an operand with a tag, in these shapes. */
static double missing_of(const struct plan_cells *cells, const struct plan_pool *pool, int32_t at, const uint8_t *fits)
{
    const int64_t *left = cells->left + at * cells->shapes, *fresh = cells->fresh + at * cells->shapes;
    int64_t sum = 0;
    for (int32_t shape = 0; shape < cells->shapes; shape++)
        sum += fits[shape] * (left[shape] + pool->price * fresh[shape]);
    return (double)sum / pool->rare[at];
}

void plan_scores(const struct plan_cells *cells, const struct plan_pool *pool, double *scores)
{
    for (int32_t n = 0; n < pool->encodings; n++) {
        const uint8_t *vectors = pool->vectors + n * cells->operands, *tags = pool->tags + n * cells->tags;
        const uint8_t *fits = pool->fits + n * cells->shapes;
        scores[n] = 0;
        for (int32_t operand = 0; operand < cells->operands; operand++)
            for (int32_t tag = 0; tag < cells->tags && vectors[operand]; tag++)
                if (tags[tag]) scores[n] += missing_of(cells, pool, operand * cells->tags + tag, fits);
    }
}

/* How many operands of an encoding stand in scalar registers and have a class that none had there. */
static int32_t scalars_missing(const struct plan_cells *cells, const uint8_t *scalars)
{
    int32_t found = 0;
    for (int32_t operand = 0; operand < cells->operands; operand++) {
        int missing = 0;
        for (int32_t c = operand * cells->classes; c < (operand + 1) * cells->classes; c++)
            missing |= cells->has[c] > cells->scalars[c];
        found += scalars[operand] && missing;
    }
    return found;
}

int32_t plan_choose(struct plan_bits *bits, const struct plan_cells *cells, const struct plan_pool *pool)
{
    int32_t best = 0;
    double most = 0, top = -2;
    plan_scores(cells, pool, pool->scores);
    for (int32_t n = 0; n < pool->encodings; n++)
        if (pool->scores[n] > most) most = pool->scores[n];
    double highest = 0;
    for (int32_t n = 0; n < pool->encodings; n++) {
        pool->scores[n] = pool->scores[n] * pow(0.3, pool->idle[n]) + draw_double(bits) * (most / 20 + 1);
        if (pool->scores[n] > highest) highest = pool->scores[n];
    }
    for (int32_t n = 0; n < pool->encodings; n++) {
        const double more = pool->rest[n] + scalars_missing(cells, pool->scalars + n * cells->operands);
        const double score = pool->alive[n] ? pool->scores[n] + (10 + highest) * more * pow(0.7, pool->idle[n]) : -1;
        if (score > top) top = score, best = n;
    }
    return best;
}

/* What is missing, as it is counted down: `gain` by shape, mode, operand, class; `fresh` by shape, operand, class: what
   no mode has; `dense` by shape and mode; `news` by shape. */
struct missing {
    int32_t *gain, *fresh, *dense, *news;
};

/* Of cells that an encoding could reach, one more for each that is not held. */
static void count_missing(const uint8_t *reach, const uint8_t *held, int32_t span, int32_t price, int32_t *sums)
{
    for (int32_t c = 0; c < span; c++) sums[c] += price * (reach[c] > held[c]);
}

static int32_t sum_of(const int32_t *values, int32_t count)
{
    int32_t sum = 0;
    for (int32_t n = 0; n < count; n++) sum += values[n];
    return sum;
}

/* Is any cell of a tag and shape missing, of those counted, for operands that an encoding has in VGPRs? */
static bool is_missing(const struct plan_cells *cells, const int64_t *counted, const struct plan_encoding *e,
                       int64_t tag, int32_t shape)
{
    for (int32_t operand = 0; operand < cells->operands; operand++)
        if (e->vectors[operand] && counted[(operand * cells->tags + tag) * cells->shapes + shape]) return true;
    return false;
}

/* Counts the cells that an encoding could reach and none has. */
static struct missing look(const struct plan_cells *cells, const struct plan_encoding *e)
{
    const int32_t span = cells->operands * cells->classes, places = cells->shapes * cells->modes;
    struct missing m = { e->work, e->work + places * span, 0, 0 };
    m.dense = m.fresh + cells->shapes * span;
    m.news = m.dense + places;
    memset(e->work, 0, sizeof(int32_t) * (size_t)(places * span + cells->shapes * span + places + cells->shapes));
    for (int32_t c = 0; c < span; c++) e->reach[c] = e->vectors[c / cells->classes] && cells->has[c];
    for (int32_t shape = 0; shape < cells->shapes; shape++) {
        if (!e->fits[shape]) continue;
        const int32_t first = shape * cells->modes, end = first + cells->modes;
        for (int32_t n = 0; n < e->tag_count; n++) {
            const int64_t tag = e->tags[n];
            if (!is_missing(cells, cells->left, e, tag, shape)) continue;
            for (int32_t at = first; at < end; at++)
                count_missing(e->reach, cells->held + (at * cells->tags + tag) * span, span, 1, m.gain + at * span);
            if (is_missing(cells, cells->fresh, e, tag, shape))
                count_missing(e->reach, cells->ever + (shape * cells->tags + tag) * span, span, e->price,
                              m.fresh + shape * span);
        }
        m.news[shape] = sum_of(m.fresh + shape * span, span);
        for (int32_t at = first; at < end && shape != PLAN_ONE; at++)
            m.dense[at] = sum_of(m.gain + at * span, span) + m.news[shape];
    }
    return m;
}

static int32_t greatest(const int32_t *values, int32_t count)
{
    int32_t best = 0;
    for (int32_t n = 1; n < count; n++)
        if (values[n] > values[best]) best = n;
    return best;
}

/* What a single lane of that class is worth: its mode's gain and what no mode has. */
static int32_t worth(const struct plan_cells *cells, const int32_t *gain, const int32_t *fresh, int32_t operand,
                     int32_t *best)
{
    int32_t most = -1;
    for (int32_t c = operand * cells->classes; c < (operand + 1) * cells->classes; c++)
        if (gain[c] + fresh[c] > most) most = gain[c] + fresh[c], *best = c;
    return most;
}

/* The mode in which a single lane reaches most -> how much that is. */
static int32_t best_alone(const struct plan_cells *cells, const int32_t *gain, const int32_t *fresh, int32_t *mode)
{
    int32_t most = -1, best;
    for (int32_t m = 0; m < cells->modes; m++) {
        int32_t sum = 0;
        for (int32_t o = 0; o < cells->operands; o++)
            sum += worth(cells, gain + m * cells->operands * cells->classes, fresh, o, &best);
        if (sum > most) most = sum, *mode = m;
    }
    return most;
}

/* A wave with a single lane: each operand has the class that is worth most. */
static void take_alone(const struct plan_cells *cells, int32_t *gain, int32_t *fresh, int64_t *alone)
{
    for (int32_t o = 0; o < cells->operands; o++) {
        int32_t best = 0;
        if (worth(cells, gain, fresh, o, &best) <= 0) continue;
        alone[o] = best - o * cells->classes;
        gain[best] = fresh[best] = 0;
    }
}

/* A wave with many lanes, which want all that is missing there. */
static void take_dense(const struct plan_cells *cells, struct missing m, int32_t at, uint8_t *wanted)
{
    const int32_t span = cells->operands * cells->classes, shape = at / cells->modes;
    for (int32_t c = 0; c < span; c++) wanted[c] = m.gain[at * span + c] > 0;
    for (int32_t n = shape * cells->modes; n < (shape + 1) * cells->modes; n++)
        m.dense[n] = m.dense[n] > m.news[shape] ? m.dense[n] - m.news[shape] : 0;
    m.dense[at] = m.news[shape] = 0;
}

void plan_settings(const struct plan_cells *cells, const struct plan_encoding *encoding, const struct plan_waves *plan)
{
    const int32_t span = cells->operands * cells->classes;
    const struct missing m = look(cells, encoding);
    const int32_t places = plan->waves * cells->operands;
    for (int32_t n = 0; n < plan->waves; n++) plan->shape[n] = -1, plan->mode[n] = 0;
    for (int32_t n = 0; n < places; n++) plan->alone[n] = -1;
    memset(plan->wanted, 0, (size_t)(places * cells->classes));
    memset(plan->seen, 0, (size_t)(places * cells->classes));
    int32_t *gain = m.gain + PLAN_ONE * cells->modes * span, *fresh = m.fresh + PLAN_ONE * span;
    bool alone = true;                           /* may a single lane reach something yet? */
    for (int32_t wave = 0; wave < plan->waves - plan->bare; wave++) {
        const int32_t at = greatest(m.dense, cells->shapes * cells->modes);
        const bool some = m.dense[at] > 0, turn = wave % 2 || !some;
        int32_t mode = 0;
        if (turn && alone) alone = best_alone(cells, gain, fresh, &mode) > 0;
        if (turn && alone) {
            plan->shape[wave] = PLAN_ONE, plan->mode[wave] = mode;
            take_alone(cells, gain + mode * span, fresh, plan->alone + wave * cells->operands);
        } else if (some) {
            plan->shape[wave] = at / cells->modes, plan->mode[wave] = at % cells->modes;
            take_dense(cells, m, at, plan->wanted + wave * span);
        }
    }
}

uint32_t plan_below_or(struct plan_bits *bits, uint32_t most) { return draw_below_or(bits, most); }

uint32_t plan_masked(struct plan_bits *bits, uint32_t most) { return draw_masked(bits, most); }

void plan_numbers(struct plan_bits *bits, uint32_t most, int64_t count, int64_t *numbers)
{
    for (int64_t n = 0; n < count; n++) numbers[n] = draw_below_or(bits, most);
}

void plan_coins(struct plan_bits *bits, int64_t count, uint8_t *coins)
{
    uint32_t drawn = 0;
    for (int64_t n = 0; n < count; n++, drawn >>= 1) {
        if (n % 32 == 0) drawn = draw_uint32(bits);
        coins[n] = drawn & 1;
    }
}

DRAWS draw_classes(struct plan_bits *bits, bool ours, int64_t classes, int64_t count, int64_t *numbers)
{
    const uint32_t most = (uint32_t)(classes + classes / 3 - 1);
    for (int64_t n = 0; n < count; n++) {
        const int64_t drawn = next_below_or_of(bits, ours, most);
        numbers[n] = drawn & -(int64_t)(drawn < classes);
    }
}

void plan_classes(struct plan_bits *bits, const struct plan_values *of, int64_t count, int64_t *numbers)
{ FROM_A_COPY(draw_classes, bits, of->classes, count, numbers); }

/* Whether a number that is drawn counts is no branch: one that is too large changes nothing, and the next is drawn. */
DRAWS draw_shuffle(struct plan_bits *bits, bool ours, int64_t count, int64_t *numbers)
{
    uint32_t mask = count > 1 ? UINT32_MAX >> __builtin_clz((uint32_t)count - 1) : 0;
    for (int64_t n = count - 1; n > 0;) {
        const int64_t drawn = next_uint32_of(bits, ours) & mask;
        const bool counts = drawn <= n;
        const int64_t other = counts ? drawn : n, kept = numbers[n];
        numbers[n] = numbers[other], numbers[other] = kept;
        n -= counts;
        mask = n > mask >> 1 ? mask : mask >> 1;
    }
}

void plan_shuffle(struct plan_bits *bits, int64_t count, int64_t *numbers)
{ FROM_A_COPY(draw_shuffle, bits, count, numbers); }

DRAWS draw_deal(struct plan_bits *bits, bool ours, int64_t classes, int64_t times, int64_t *numbers)
{
    for (; times > 0; times--, numbers += classes) {
        for (int64_t n = 0; n < classes; n++) numbers[n] = n;
        draw_shuffle(bits, ours, classes, numbers);
    }
}

void plan_deal(struct plan_bits *bits, const struct plan_values *of, int64_t times, int64_t *numbers)
{ FROM_A_COPY(draw_deal, bits, of->classes, times, numbers); }

/* Which class a value has is no branch, as none could be foretold: where it is 0 the value is written twice. */
DRAWS draw_patterns(struct plan_bits *bits, bool ours, const struct plan_values *of, int64_t count,
                    const int64_t *numbers, uint64_t *values)
{
    for (int64_t n = 0; n < count; n++) {
        const int64_t class = numbers[n];
        const int64_t member = (int64_t)(next_double_of(bits, ours) * (double)of->members[class]);
        values[n] = of->patterns[of->start[class] + member];
    }
    for (int64_t from = 0; from < count; from += SOME) {
        int64_t uniform[SOME];
        int32_t found = 0;
        for (int64_t n = from; n < count && n < from + SOME; n++) uniform[found] = n, found += !numbers[n];
        for (int32_t n = 0; n < found; n++)
            values[uniform[n]] = of->mask >> 32 ? next_uint64_of(bits, ours)
                                                : next_below_or_of(bits, ours, (uint32_t)of->mask);
    }
}

void plan_patterns(struct plan_bits *bits, const struct plan_values *of, int64_t count, const int64_t *numbers,
                   uint64_t *values)
{ FROM_A_COPY(draw_patterns, bits, of, count, numbers, values); }

/* shapes.exec_mask, of these draws. */
static uint64_t mask_of(struct plan_bits *bits, int64_t shape, int32_t lanes)
{
    const uint64_t every = UINT64_MAX >> (64 - lanes);
    switch (shape) {
    case PLAN_ALL: return every;
    case PLAN_ONE: return UINT64_C(1) << draw_below_or(bits, (uint32_t)lanes - 1);
    case PLAN_PREFIX: return (UINT64_C(1) << (2 + draw_below_or(bits, (uint32_t)lanes - 3))) - 1;
    case PLAN_ALTERNATING: return UINT64_C(0x5555555555555555) << draw_below_or(bits, 1) & every;
    case PLAN_UPPER: return every & ~(every >> lanes / 2);
    case PLAN_RANDOM: return draw_uint64(bits) & every;
    default: return 0;
    }
}

/* A mask of that shape, of four the first with a lane that may write, else the first; a single lane is one that may
   write, where there is one. */
static uint64_t mask_with(struct plan_bits *bits, int64_t shape, const struct plan_encoding *e)
{
    if (shape == PLAN_ONE && e->live) {
        uint64_t lanes = e->live;
        uint32_t before = draw_below_or(bits, (uint32_t)__builtin_popcountll(lanes) - 1);
        for (; before > 0; before--) lanes &= lanes - 1;
        return lanes & -lanes;
    }
    const uint64_t first = mask_of(bits, shape, e->lanes);
    uint64_t mask = first;
    for (int n = 1; n < 4 && !(mask & e->live); n++) mask = mask_of(bits, shape, e->lanes);
    return mask & e->live ? mask : first;
}

/* Shape, mode and mask of every wave; where nothing is missing any, every lane more often. */
static void settle(struct plan_bits *bits, const struct plan_cells *cells, const struct plan_encoding *e,
                   struct plan_waves *plan)
{
    for (int32_t wave = 0; wave < plan->waves; wave++) {
        const int bare = wave >= plan->waves - plan->bare;
        if (plan->shape[wave] < 0) {
            if (!bare) plan->shape[wave] = draw_below_or(bits, PLAN_SHAPES + 1);
            if (plan->shape[wave] >= PLAN_SHAPES) plan->shape[wave] = PLAN_ALL;
            plan->mode[wave] = draw_below_or(bits, (uint32_t)cells->modes - 1);
        }
        plan->mask[wave] = mask_with(bits, plan->shape[wave], e);
        plan->states += __builtin_popcountll(plan->mask[wave] & e->live);
    }
}

/* Puts what a wave wants of an operand into its lanes: each class into another live lane, as far as there are some. */
static void spread(struct plan_bits *bits, uint64_t live, const uint8_t *wanted, int32_t classes, int64_t *numbers)
{
    uint8_t lanes[64];
    uint32_t left = 0;
    for (; live; live &= live - 1) lanes[left++] = (uint8_t)__builtin_ctzll(live);
    for (int32_t class = 0; class < classes && left; class++) {
        if (!wanted[class]) continue;
        const uint32_t which = draw_below_or(bits, left - 1);
        numbers[lanes[which]] = class;
        lanes[which] = lanes[--left];
    }
}

/* The classes of an operand in every wave. */
static void deal(struct plan_bits *bits, const struct plan_cells *cells, const struct plan_encoding *e,
                 const struct plan_waves *plan, int32_t operand, int64_t *numbers)
{
    for (int32_t wave = 0; wave < plan->waves; wave++, numbers += e->lanes) {
        const int32_t at = wave * cells->operands + operand;
        const uint64_t live = plan->mask[wave] & e->live;
        for (int32_t lane = 0; lane < e->lanes && plan->alone[at] >= 0; lane++) numbers[lane] = plan->alone[at];
        spread(bits, live, plan->wanted + at * cells->classes, cells->classes, numbers);
        if (!e->vectors[operand]) continue;
        for (uint64_t left = live; left; left &= left - 1)
            plan->seen[at * cells->classes + numbers[__builtin_ctzll(left)]] = 1;
    }
}

void plan_draw(struct plan_bits *bits, const struct plan_cells *cells, const struct plan_encoding *encoding,
               const struct plan_values *const *sources, struct plan_waves *plan)
{
    const int64_t size = (int64_t)plan->waves * encoding->lanes;
    plan->states = 0;
    settle(bits, cells, encoding, plan);
    for (int32_t operand = 0; operand < cells->operands; operand++) {
        if (!encoding->drawn[operand]) continue;
        plan_classes(bits, sources[operand], size, plan->numbers + operand * size);
        deal(bits, cells, encoding, plan, operand, plan->numbers + operand * size);
    }
}

void plan_fill(struct plan_bits *bits, const struct plan_rows *rows, int64_t *numbers, uint64_t *values)
{
    for (int64_t row = 0; row < rows->rows; row++) {
        const struct plan_values *of = rows->of[row];
        const int64_t lanes = rows->lanes[row];
        if (rows->turn < 0) plan_deal(bits, of, rows->room[row] / of->classes, numbers);
        else
            for (int64_t lane = 0; lane < lanes; lane++) numbers[lane] = (rows->turn + row) % of->classes;
        plan_patterns(bits, of, lanes, numbers, values);
        numbers += rows->room[row], values += lanes;
    }
}

void plan_fill_dwords(struct plan_bits *bits, const struct plan_rows *rows, const struct plan_dwords *dwords,
                      int64_t *numbers, uint64_t *values, uint32_t *words)
{
    plan_fill(bits, rows, numbers, values);
    for (int64_t row = 0; row < rows->rows; values += rows->lanes[row++]) {
        uint32_t *low = words + dwords->low[row];
        const int64_t lanes = rows->lanes[row], shift = dwords->shift[row], high = dwords->high[row];
        for (int64_t n = 0; n < lanes; n++) low[n] = (uint32_t)(values[n] << shift) | (shift ? low[n] : 0);
        for (int64_t n = 0; n < lanes && high >= 0; n++) words[high + n] = (uint32_t)(values[n] >> 32);
    }
}
