/* Values of the registers of waves: plan_operands and plan_others of plan.h. */
#include "draws.h"
#include <string.h>

static void put_words(const struct plan_recipe *recipe, int32_t waves, int64_t place, int32_t lanes, int shift,
                      const uint64_t *values, uint32_t *words)
{
    if (place < 0) return;
    for (int32_t wave = 0; wave < waves; wave++, values += lanes)
        for (int32_t lane = 0; lane < lanes; lane++)
            words[wave * recipe->words + place + lane] = (uint32_t)(values[lane] >> shift);
}

/* Permutes each row: Generator.permuted(axis=-1). */
static void permute(struct plan_bits *bits, int32_t rows, int32_t length, int64_t *numbers)
{
    for (; rows > 0; rows--, numbers += length) plan_shuffle(bits, length, numbers);
}

/* The class numbers of an operand by wave and lane, or by wave. */
static const int64_t *operand_classes(const struct plan_recipe *recipe, const struct plan_filling *to, int32_t operand,
                                      int scalar)
{
    const int64_t lanes = scalar ? 1 : recipe->lanes;
    return (scalar ? to->scalars : to->numbers) + operand * to->waves * lanes;
}

static void fill_element(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_element *element,
                         const struct plan_filling *to)
{
    const int32_t lanes = element->scalar ? 1 : recipe->lanes;
    const int64_t *numbers = operand_classes(recipe, to, element->operand, element->scalar);
    const int64_t size = (int64_t)to->waves * lanes;
    plan_patterns(bits, element->of, size, numbers, to->values);
    if (element->halves != PLAN_WHOLE) {
        int64_t *others = to->others;
        uint64_t *high = to->values + size;
        for (int64_t n = 0; n < size; n++) others[n] = numbers[n];
        if (element->halves == PLAN_PERMUTED)
            permute(bits, element->scalar ? 1 : to->waves, element->scalar ? to->waves : lanes, others);
        plan_patterns(bits, element->of, size, others, high);
        for (int64_t n = 0; n < size; n++) to->values[n] |= high[n] << 16;
    }
    put_words(recipe, to->waves, element->low, lanes, 0, to->values, to->words);
    put_words(recipe, to->waves, element->high, lanes, 32, to->values, to->words);
}

/* Makes two operands equal in half of the lanes where their classes are equal. The bits are those of integers(0, 2,
   bool). Few lanes have equal classes, so these are tested before the unpredictable bits. */
static void equalise_pair(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_pair *pair,
                          const struct plan_filling *to)
{
    const int64_t *one = operand_classes(recipe, to, pair->one, 0);
    const int64_t *other = operand_classes(recipe, to, pair->other, 0);
    uint32_t drawn = 0;
    for (int32_t n = 0; n < to->waves * recipe->lanes; n++, drawn >>= 1) {
        if (n % 32 == 0) drawn = draw_uint32(bits);
        if (one[n] != other[n] || !(drawn & 1)) continue;
        uint32_t *wave = to->words + n / recipe->lanes * recipe->words;
        for (int32_t reg = 0; reg < pair->count; reg++)
            wave[pair->to[reg] + n % recipe->lanes] = wave[pair->of[reg] + n % recipe->lanes];
    }
}

void plan_operands(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_filling *to)
{
    for (int32_t n = 0; n < recipe->elements; n++) fill_element(bits, recipe, recipe->element + n, to);
    for (int32_t n = 0; n < recipe->pairs; n++) equalise_pair(bits, recipe, recipe->pair + n, to);
}

/* Fills registers of `lanes` lanes with values of class `any`; draws all class numbers first. */
static void fill_any(struct plan_bits *bits, const struct plan_recipe *recipe, const int64_t *places, int32_t count,
                     int32_t lanes, const struct plan_filling *to)
{
    const int64_t size = (int64_t)to->waves * lanes;
    plan_classes(bits, recipe->any, count * size, to->others);
    plan_patterns(bits, recipe->any, count * size, to->others, to->values);
    for (int32_t n = 0; n < count; n++)
        put_words(recipe, to->waves, places[n], lanes, 0, to->values + n * size, to->words);
}

void plan_others(struct plan_bits *bits, const struct plan_recipe *recipe, const struct plan_filling *to)
{
    fill_any(bits, recipe, recipe->vector_places, recipe->vectors, recipe->lanes, to);
    fill_any(bits, recipe, recipe->scalar_places, recipe->scalars, 1, to);
    uint32_t *wave = to->words;
    if (recipe->m0 >= 0) {
        for (int32_t n = 0; n < to->waves; n++) wave[n * recipe->words + recipe->m0] = draw_below_or(bits, 3);
        for (int32_t n = 0; n < to->waves; n++)
            wave[n * recipe->words + recipe->m0] |= draw_below_or(bits, 3) << 16 & recipe->m0_mask;
    }
    for (int32_t n = 0; n < to->waves; n++, wave += recipe->words) {
        wave[recipe->scc] = draw_below_or(bits, 1);
        wave[recipe->mode] = to->modes[n];
        if (recipe->exec_lo >= 0) wave[recipe->exec_lo] = (uint32_t)to->masks[n];
        if (recipe->exec_hi >= 0) wave[recipe->exec_hi] = (uint32_t)(to->masks[n] >> 32);
    }
}
