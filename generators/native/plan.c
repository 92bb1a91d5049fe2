/* The planner's loops; plan.h documents each function. */
#include "draws.h"
#include <math.h>
#include <string.h>

enum { CHUNK = 128 };                             /* values at a time */

/* True if a bin is set in `one` and not in `other`; rarely the case. */
static bool has_more(const uint8_t *one, const uint8_t *other, int64_t span)
{
    uint8_t found = 0;
    for (int64_t bin = 0; bin < span; bin++) found |= one[bin] > other[bin];
    return found;
}

int plan_mark(const struct plan_coverage *coverage, const struct plan_hits *hits)
{
    const int64_t span = (int64_t)coverage->operands * coverage->classes;
    int found = 0;
    for (int64_t bin = 0; bin < span; bin++) {
        found |= hits->scalars[bin] > coverage->scalars[bin];
        coverage->scalars[bin] |= hits->scalars[bin];
    }
    for (int32_t wave = 0; wave < hits->waves; wave++) {
        const int64_t shape = hits->shape[wave], mode = hits->mode[wave];
        if (shape < 0 || mode < 0) continue;
        for (int32_t n = 0; n < hits->tag_count; n++) {
            const int64_t tag = hits->tags[n];
            const uint8_t *seen = hits->vectors + wave * span;
            uint8_t *held = coverage->covered + ((shape * coverage->modes + mode) * coverage->tags + tag) * span;
            uint8_t *ever = coverage->covered_any_mode + (shape * coverage->tags + tag) * span;
            if (!has_more(seen, held, span)) continue;
            for (int64_t bin = 0; bin < span; bin++) {
                if (!seen[bin] || held[bin]) continue;
                const int64_t at = (bin / coverage->classes * coverage->tags + tag) * coverage->shapes + shape;
                coverage->uncovered[at]--;
                coverage->uncovered_any_mode[at] -= !ever[bin];
                held[bin] = ever[bin] = 1;
                found = 1;
            }
        }
    }
    return found;
}

/* The weight of the uncovered bins of an operand with a tag, in these shapes. */
static double missing_weight(const struct plan_coverage *coverage, const struct plan_pool *pool, int32_t at,
                             const uint8_t *fits)
{
    const int64_t *left = coverage->uncovered + at * coverage->shapes;
    const int64_t *fresh = coverage->uncovered_any_mode + at * coverage->shapes;
    int64_t sum = 0;
    for (int32_t shape = 0; shape < coverage->shapes; shape++)
        sum += fits[shape] * (left[shape] + pool->price * fresh[shape]);
    return (double)sum / pool->rare[at];
}

void plan_scores(const struct plan_coverage *coverage, const struct plan_pool *pool, double *scores)
{
    for (int32_t n = 0; n < pool->encodings; n++) {
        const uint8_t *vectors = pool->vectors + n * coverage->operands, *tags = pool->tags + n * coverage->tags;
        const uint8_t *fits = pool->fits + n * coverage->shapes;
        scores[n] = 0;
        for (int32_t operand = 0; operand < coverage->operands; operand++)
            for (int32_t tag = 0; tag < coverage->tags && vectors[operand]; tag++)
                if (tags[tag]) scores[n] += missing_weight(coverage, pool, operand * coverage->tags + tag, fits);
    }
}

/* The number of operands in scalar registers with an uncovered class. */
static int32_t count_missing_scalars(const struct plan_coverage *coverage, const uint8_t *scalars)
{
    int32_t found = 0;
    for (int32_t operand = 0; operand < coverage->operands; operand++) {
        int missing = 0;
        for (int32_t c = operand * coverage->classes; c < (operand + 1) * coverage->classes; c++)
            missing |= coverage->exists[c] > coverage->scalars[c];
        found += scalars[operand] && missing;
    }
    return found;
}

int32_t plan_choose(struct plan_bits *bits, const struct plan_coverage *coverage, const struct plan_pool *pool)
{
    int32_t best = 0;
    double most = 0, top = -2;
    plan_scores(coverage, pool, pool->scores);
    for (int32_t n = 0; n < pool->encodings; n++)
        if (pool->scores[n] > most) most = pool->scores[n];
    double highest = 0;
    for (int32_t n = 0; n < pool->encodings; n++) {
        pool->scores[n] = pool->scores[n] * pow(0.3, pool->idle[n]) + draw_double(bits) * (most / 20 + 1);
        if (pool->scores[n] > highest) highest = pool->scores[n];
    }
    for (int32_t n = 0; n < pool->encodings; n++) {
        const double more = pool->rest[n] + count_missing_scalars(coverage, pool->scalars + n * coverage->operands);
        const double score = pool->alive[n] ? pool->scores[n] + (10 + highest) * more * pow(0.7, pool->idle[n]) : -1;
        if (score > top) top = score, best = n;
    }
    return best;
}

/* Weights of uncovered bins. `gain`: by shape, mode, operand, class. `fresh`: by shape, operand, class, for bins
   uncovered under every mode. `dense`: sums by shape and mode. `news`: sums by shape. */
struct missing {
    int32_t *gain, *fresh, *dense, *news;
};

/* Adds `price` for each reachable bin that is not covered. */
static void count_missing(const uint8_t *reach, const uint8_t *held, int32_t span, int32_t price, int32_t *sums)
{
    for (int32_t c = 0; c < span; c++) sums[c] += price * (reach[c] > held[c]);
}

static int32_t total(const int32_t *values, int32_t count)
{
    int32_t sum = 0;
    for (int32_t n = 0; n < count; n++) sum += values[n];
    return sum;
}

/* True if an operand in VGPRs has uncovered bins of a tag and shape, by these counts. */
static bool is_missing(const struct plan_coverage *coverage, const int64_t *counted, const struct plan_encoding *e,
                       int64_t tag, int32_t shape)
{
    for (int32_t operand = 0; operand < coverage->operands; operand++)
        if (e->vectors[operand] && counted[(operand * coverage->tags + tag) * coverage->shapes + shape]) return true;
    return false;
}

/* Computes the weights of the uncovered bins that an encoding can reach. */
static struct missing weigh_missing(const struct plan_coverage *coverage, const struct plan_encoding *e)
{
    const int32_t span = coverage->operands * coverage->classes, places = coverage->shapes * coverage->modes;
    struct missing m = { e->work, e->work + places * span, 0, 0 };
    m.dense = m.fresh + coverage->shapes * span;
    m.news = m.dense + places;
    memset(e->work, 0, sizeof(int32_t) * (size_t)(places * span + coverage->shapes * span + places + coverage->shapes));
    for (int32_t c = 0; c < span; c++) e->reach[c] = e->vectors[c / coverage->classes] && coverage->exists[c];
    for (int32_t shape = 0; shape < coverage->shapes; shape++) {
        if (!e->fits[shape]) continue;
        const int32_t first = shape * coverage->modes, end = first + coverage->modes;
        for (int32_t n = 0; n < e->tag_count; n++) {
            const int64_t tag = e->tags[n];
            if (!is_missing(coverage, coverage->uncovered, e, tag, shape)) continue;
            for (int32_t at = first; at < end; at++)
                count_missing(e->reach, coverage->covered + (at * coverage->tags + tag) * span, span, 1,
                              m.gain + at * span);
            if (is_missing(coverage, coverage->uncovered_any_mode, e, tag, shape))
                count_missing(e->reach, coverage->covered_any_mode + (shape * coverage->tags + tag) * span, span,
                              e->price, m.fresh + shape * span);
        }
        m.news[shape] = total(m.fresh + shape * span, span);
        for (int32_t at = first; at < end && shape != PLAN_ONE; at++)
            m.dense[at] = total(m.gain + at * span, span) + m.news[shape];
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

/* Finds the class of an operand with the greatest weight for a single lane -> its weight. */
static int32_t best_class(const struct plan_coverage *coverage, const int32_t *gain, const int32_t *fresh,
                          int32_t operand, int32_t *best)
{
    int32_t most = -1;
    for (int32_t c = operand * coverage->classes; c < (operand + 1) * coverage->classes; c++)
        if (gain[c] + fresh[c] > most) most = gain[c] + fresh[c], *best = c;
    return most;
}

/* Finds the mode with the greatest weight for a single lane -> the weight. */
static int32_t best_single_lane_mode(const struct plan_coverage *coverage, const int32_t *gain, const int32_t *fresh,
                                     int32_t *mode)
{
    int32_t most = -1, best;
    for (int32_t m = 0; m < coverage->modes; m++) {
        int32_t sum = 0;
        for (int32_t o = 0; o < coverage->operands; o++)
            sum += best_class(coverage, gain + m * coverage->operands * coverage->classes, fresh, o, &best);
        if (sum > most) most = sum, *mode = m;
    }
    return most;
}

/* Plans a wave with a single lane: each operand gets its class of greatest weight. */
static void plan_single_lane(const struct plan_coverage *coverage, int32_t *gain, int32_t *fresh, int64_t *alone)
{
    for (int32_t o = 0; o < coverage->operands; o++) {
        int32_t best = 0;
        if (best_class(coverage, gain, fresh, o, &best) <= 0) continue;
        alone[o] = best - o * coverage->classes;
        gain[best] = fresh[best] = 0;
    }
}

/* Plans a wave with many lanes, which gets all uncovered classes of its shape and mode. */
static void plan_many_lanes(const struct plan_coverage *coverage, struct missing m, int32_t at, uint8_t *wanted)
{
    const int32_t span = coverage->operands * coverage->classes, shape = at / coverage->modes;
    for (int32_t c = 0; c < span; c++) wanted[c] = m.gain[at * span + c] > 0;
    for (int32_t n = shape * coverage->modes; n < (shape + 1) * coverage->modes; n++)
        m.dense[n] = m.dense[n] > m.news[shape] ? m.dense[n] - m.news[shape] : 0;
    m.dense[at] = m.news[shape] = 0;
}

void plan_settings(const struct plan_coverage *coverage, const struct plan_encoding *encoding,
                   const struct plan_waves *plan)
{
    const int32_t span = coverage->operands * coverage->classes;
    const struct missing m = weigh_missing(coverage, encoding);
    const int32_t places = plan->waves * coverage->operands;
    for (int32_t n = 0; n < plan->waves; n++) plan->shape[n] = -1, plan->mode[n] = 0;
    for (int32_t n = 0; n < places; n++) plan->alone[n] = -1;
    memset(plan->wanted, 0, (size_t)(places * coverage->classes));
    memset(plan->seen, 0, (size_t)(places * coverage->classes));
    int32_t *gain = m.gain + PLAN_ONE * coverage->modes * span, *fresh = m.fresh + PLAN_ONE * span;
    bool alone = true;                           /* can a single lane still cover a bin? */
    for (int32_t wave = 0; wave < plan->waves - plan->bare; wave++) {
        const int32_t at = greatest(m.dense, coverage->shapes * coverage->modes);
        const bool some = m.dense[at] > 0, turn = wave % 2 || !some;
        int32_t mode = 0;
        if (turn && alone) alone = best_single_lane_mode(coverage, gain, fresh, &mode) > 0;
        if (turn && alone) {
            plan->shape[wave] = PLAN_ONE, plan->mode[wave] = mode;
            plan_single_lane(coverage, gain + mode * span, fresh, plan->alone + wave * coverage->operands);
        } else if (some) {
            plan->shape[wave] = at / coverage->modes, plan->mode[wave] = at % coverage->modes;
            plan_many_lanes(coverage, m, at, plan->wanted + wave * span);
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

/* Branch-free rejection: a number that is too large swaps an element with itself, and the next is drawn. */
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

/* No branch on the class, which is unpredictable: values of class 0 are written twice. */
DRAWS draw_patterns(struct plan_bits *bits, bool ours, const struct plan_values *of, int64_t count,
                    const int64_t *numbers, uint64_t *values)
{
    for (int64_t n = 0; n < count; n++) {
        const int64_t class = numbers[n];
        const int64_t member = (int64_t)(next_double_of(bits, ours) * (double)of->members[class]);
        values[n] = of->patterns[of->start[class] + member];
    }
    for (int64_t from = 0; from < count; from += CHUNK) {
        int64_t uniform[CHUNK];
        int32_t found = 0;
        for (int64_t n = from; n < count && n < from + CHUNK; n++) uniform[found] = n, found += !numbers[n];
        for (int32_t n = 0; n < found; n++)
            values[uniform[n]] = of->mask >> 32 ? next_uint64_of(bits, ours)
                                                : next_below_or_of(bits, ours, (uint32_t)of->mask);
    }
}

void plan_patterns(struct plan_bits *bits, const struct plan_values *of, int64_t count, const int64_t *numbers,
                   uint64_t *values)
{ FROM_A_COPY(draw_patterns, bits, of, count, numbers, values); }

/* exec_and_mode.exec_mask with these draws. */
static uint64_t draw_exec_mask(struct plan_bits *bits, int64_t shape, int32_t lanes)
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

/* Draws a mask of this shape: of four, the first with a lane that may write, else the first. A single lane is one that
   may write, if any may. */
static uint64_t draw_useful_mask(struct plan_bits *bits, int64_t shape, const struct plan_encoding *e)
{
    if (shape == PLAN_ONE && e->live) {
        uint64_t lanes = e->live;
        uint32_t before = draw_below_or(bits, (uint32_t)__builtin_popcountll(lanes) - 1);
        for (; before > 0; before--) lanes &= lanes - 1;
        return lanes & -lanes;
    }
    const uint64_t first = draw_exec_mask(bits, shape, e->lanes);
    uint64_t mask = first;
    for (int n = 1; n < 4 && !(mask & e->live); n++) mask = draw_exec_mask(bits, shape, e->lanes);
    return mask & e->live ? mask : first;
}

/* Draws shape and mode of unplanned waves, with more full masks, and the masks of all waves. */
static void settle_waves(struct plan_bits *bits, const struct plan_coverage *coverage, const struct plan_encoding *e,
                         struct plan_waves *plan)
{
    for (int32_t wave = 0; wave < plan->waves; wave++) {
        const int bare = wave >= plan->waves - plan->bare;
        if (plan->shape[wave] < 0) {
            if (!bare) plan->shape[wave] = draw_below_or(bits, PLAN_SHAPES + 1);
            if (plan->shape[wave] >= PLAN_SHAPES) plan->shape[wave] = PLAN_ALL;
            plan->mode[wave] = draw_below_or(bits, (uint32_t)coverage->modes - 1);
        }
        plan->mask[wave] = draw_useful_mask(bits, plan->shape[wave], e);
        plan->states += __builtin_popcountll(plan->mask[wave] & e->live);
    }
}

/* Puts the wanted classes of an operand into different active lanes, while there are any. */
static void spread_wanted(struct plan_bits *bits, uint64_t live, const uint8_t *wanted, int32_t classes,
                          int64_t *numbers)
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

/* Sets the classes of an operand in every wave. */
static void set_classes(struct plan_bits *bits, const struct plan_coverage *coverage, const struct plan_encoding *e,
                        const struct plan_waves *plan, int32_t operand, int64_t *numbers)
{
    for (int32_t wave = 0; wave < plan->waves; wave++, numbers += e->lanes) {
        const int32_t at = wave * coverage->operands + operand;
        const uint64_t live = plan->mask[wave] & e->live;
        for (int32_t lane = 0; lane < e->lanes && plan->alone[at] >= 0; lane++) numbers[lane] = plan->alone[at];
        spread_wanted(bits, live, plan->wanted + at * coverage->classes, coverage->classes, numbers);
        if (!e->vectors[operand]) continue;
        for (uint64_t left = live; left; left &= left - 1)
            plan->seen[at * coverage->classes + numbers[__builtin_ctzll(left)]] = 1;
    }
}

void plan_draw(struct plan_bits *bits, const struct plan_coverage *coverage, const struct plan_encoding *encoding,
               const struct plan_values *const *sources, struct plan_waves *plan)
{
    const int64_t size = (int64_t)plan->waves * encoding->lanes;
    plan->states = 0;
    settle_waves(bits, coverage, encoding, plan);
    for (int32_t operand = 0; operand < coverage->operands; operand++) {
        if (!encoding->drawn[operand]) continue;
        plan_classes(bits, sources[operand], size, plan->numbers + operand * size);
        set_classes(bits, coverage, encoding, plan, operand, plan->numbers + operand * size);
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
