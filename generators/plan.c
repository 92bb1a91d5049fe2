/* plan.h says what each does. */
#include "plan.h"
#include <string.h>

int plan_mark(const struct plan_cells *cells, const struct plan_hits *hits)
{
    const int64_t span = (int64_t)cells->operands * cells->classes;
    int found = 0;
    for (int32_t wave = 0; wave < hits->waves; wave++) {
        const int64_t shape = hits->shape[wave], mode = hits->mode[wave];
        if (shape < 0 || mode < 0) continue;
        for (int32_t n = 0; n < hits->tag_count; n++) {
            const int64_t tag = hits->tags[n];
            uint8_t *held = cells->held + ((shape * cells->modes + mode) * cells->tags + tag) * span;
            uint8_t *ever = cells->ever + (shape * cells->tags + tag) * span;
            for (int64_t cell = 0; cell < span; cell++) {
                if (!hits->vectors[wave * span + cell] || held[cell]) continue;
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

/* What is missing, as it is counted down: `gain` by shape, mode, operand, class; `fresh` by shape, operand, class: what
   no mode has; `dense` by shape and mode; `news` by shape. */
struct missing {
    int32_t *gain, *fresh, *dense, *news;
};

/* Counts the cells that an encoding could reach and none has. */
static struct missing look(const struct plan_cells *cells, const struct plan_encoding *e)
{
    const int32_t span = cells->operands * cells->classes, places = cells->shapes * cells->modes;
    struct missing m = { e->work, e->work + places * span, 0, 0 };
    m.dense = m.fresh + cells->shapes * span;
    m.news = m.dense + places;
    memset(e->work, 0, sizeof(int32_t) * (size_t)(places * span + cells->shapes * span + places + cells->shapes));
    for (int32_t shape = 0; shape < cells->shapes; shape++) {
        if (!e->fits[shape]) continue;
        for (int32_t n = 0; n < e->tag_count; n++) {
            const uint8_t *ever = cells->ever + (shape * cells->tags + e->tags[n]) * span;
            for (int32_t c = 0; c < span; c++)
                m.fresh[shape * span + c] += e->price * (e->vectors[c / cells->classes] && cells->has[c] > ever[c]);
        }
        for (int32_t c = 0; c < span; c++) m.news[shape] += m.fresh[shape * span + c];
        for (int32_t at = shape * cells->modes; at < (shape + 1) * cells->modes; at++) {
            for (int32_t n = 0; n < e->tag_count; n++) {
                const uint8_t *held = cells->held + (at * cells->tags + e->tags[n]) * span;
                for (int32_t c = 0; c < span; c++)
                    m.gain[at * span + c] += e->vectors[c / cells->classes] && cells->has[c] > held[c];
            }
            if (shape == e->one) continue;
            for (int32_t c = 0; c < span; c++) m.dense[at] += m.gain[at * span + c];
            m.dense[at] += m.news[shape];
        }
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
    int32_t *gain = m.gain + encoding->one * cells->modes * span, *fresh = m.fresh + encoding->one * span;
    for (int32_t wave = 0; wave < plan->waves; wave++) {
        const int32_t at = greatest(m.dense, cells->shapes * cells->modes);
        int32_t mode = 0;
        const int some = m.dense[at] > 0, alone = best_alone(cells, gain, fresh, &mode) > 0;
        if (alone && (wave % 2 || !some)) {
            plan->shape[wave] = encoding->one, plan->mode[wave] = mode;
            take_alone(cells, gain + mode * span, fresh, plan->alone + wave * cells->operands);
        } else if (some) {
            plan->shape[wave] = at / cells->modes, plan->mode[wave] = at % cells->modes;
            take_dense(cells, m, at, plan->wanted + wave * span);
        }
    }
}

void plan_spread(const struct plan_cells *cells, const struct plan_waves *plan, int32_t operand, int32_t lanes,
                 const uint8_t *live, const double *draws, int64_t *numbers)
{
    for (int32_t wave = 0; wave < plan->waves; wave++, live += lanes, draws += lanes, numbers += lanes) {
        const int64_t alone = plan->alone[wave * cells->operands + operand];
        const uint8_t *wanted = plan->wanted + (wave * cells->operands + operand) * cells->classes;
        for (int32_t lane = 0; lane < lanes && alone >= 0; lane++) numbers[lane] = alone;
        double last = -1;
        for (int32_t c = 0; c < cells->classes; c++) {
            int32_t next = -1;
            for (int32_t lane = 0; lane < lanes && wanted[c]; lane++)
                if (live[lane] && draws[lane] > last && (next < 0 || draws[lane] < draws[next])) next = lane;
            if (next < 0) continue;
            numbers[next] = c, last = draws[next];
        }
    }
}

void plan_seen(const struct plan_cells *cells, int32_t waves, int32_t operand, int32_t lanes, const uint8_t *live,
               const int64_t *numbers, uint8_t *seen)
{
    for (int32_t wave = 0; wave < waves; wave++)
        for (int32_t lane = wave * lanes; lane < (wave + 1) * lanes; lane++)
            if (live[lane]) seen[(wave * cells->operands + operand) * cells->classes + numbers[lane]] = 1;
}

/* An integer from 0 to `most` without bias: the high half of a product, drawn again in the rest that would be uneven
   (Lemire, Fast Random Integer Generation in an Interval, 2019). */
static uint32_t below_or(struct plan_bits *bits, uint32_t most)
{
    const uint32_t count = most + 1;
    if (!count) return bits->next_uint32(bits->state);
    const uint32_t uneven = (UINT32_MAX - most) % count;
    uint64_t product;
    do product = (uint64_t)bits->next_uint32(bits->state) * count;
    while ((uint32_t)product < uneven);
    return (uint32_t)(product >> 32);
}

/* The same in numpy's other way: as many low bits as `most` has, drawn again where they are more. */
static uint32_t masked(struct plan_bits *bits, uint32_t most)
{
    uint32_t mask = most, drawn;
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    do drawn = bits->next_uint32(bits->state) & mask;
    while (drawn > most);
    return drawn;
}

void plan_classes(struct plan_bits *bits, const struct plan_values *of, int64_t count, int64_t *numbers)
{
    const uint32_t most = (uint32_t)(of->classes + of->classes / 3 - 1);
    for (int64_t n = 0; n < count; n++) {
        const int64_t drawn = below_or(bits, most);
        numbers[n] = drawn < of->classes ? drawn : 0;
    }
}

void plan_deal(struct plan_bits *bits, const struct plan_values *of, int64_t times, int64_t *numbers)
{
    for (; times > 0; times--, numbers += of->classes) {
        for (int64_t n = 0; n < of->classes; n++) numbers[n] = n;
        for (int64_t n = of->classes - 1; n > 0; n--) {
            const int64_t other = masked(bits, (uint32_t)n), kept = numbers[n];
            numbers[n] = numbers[other], numbers[other] = kept;
        }
    }
}

void plan_patterns(struct plan_bits *bits, const struct plan_values *of, int64_t count, const int64_t *numbers,
                   uint64_t *values)
{
    for (int64_t n = 0; n < count; n++) {
        const int64_t class = numbers[n];
        const int64_t member = (int64_t)(bits->next_double(bits->state) * (double)of->members[class]);
        if (class) values[n] = of->patterns[of->start[class] + member];
    }
    for (int64_t n = 0; n < count; n++)
        if (!numbers[n])
            values[n] = of->mask >> 32 ? bits->next_uint64(bits->state) : below_or(bits, (uint32_t)of->mask);
}
