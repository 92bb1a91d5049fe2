/* Draws from a bit generator. A stream of plan_seed is its own state and is drawn from without a call. Loops with many
   draws use a copy, which the compiler keeps in registers. */
#include "plan.h"

static inline bool is_ours(const struct plan_bits *bits) { return bits->state == (const void *)bits; }

/* SFC64 (C. Doty-Humphrey, PractRand). */
static inline uint64_t stream_uint64(struct plan_stream *stream)
{
    uint64_t *w = stream->words;
    const uint64_t found = w[0] + w[1] + w[3]++;
    w[0] = w[1] ^ w[1] >> 11;
    w[1] = w[2] + (w[2] << 3);
    w[2] = (w[2] << 24 | w[2] >> 40) + found;
    return found;
}

/* The lower half of a number, then its upper half. */
static inline uint32_t stream_uint32(struct plan_stream *stream)
{
    if ((stream->held = !stream->held)) {
        const uint64_t both = stream_uint64(stream);
        stream->half = (uint32_t)(both >> 32);
        return (uint32_t)both;
    }
    return stream->half;
}

static inline double stream_double(struct plan_stream *stream)
{ return (double)(stream_uint64(stream) >> 11) * 0x1p-53; }

/* The same for any generator; `ours`: it is a plan_stream. */
static inline uint64_t next_uint64_of(struct plan_bits *bits, bool ours)
{ return ours ? stream_uint64((struct plan_stream *)bits) : bits->next_uint64(bits->state); }

static inline uint32_t next_uint32_of(struct plan_bits *bits, bool ours)
{ return ours ? stream_uint32((struct plan_stream *)bits) : bits->next_uint32(bits->state); }

static inline double next_double_of(struct plan_bits *bits, bool ours)
{ return ours ? stream_double((struct plan_stream *)bits) : bits->next_double(bits->state); }

static inline uint32_t next_below_or_of(struct plan_bits *bits, bool ours, uint32_t most)
{
    const uint32_t count = most + 1;
    if (!count) return next_uint32_of(bits, ours);
    uint64_t product = (uint64_t)next_uint32_of(bits, ours) * count;
    if ((uint32_t)product < count) {             /* rare: the product is in the uneven rest */
        const uint32_t uneven = (UINT32_MAX - most) % count;
        while ((uint32_t)product < uneven) product = (uint64_t)next_uint32_of(bits, ours) * count;
    }
    return (uint32_t)(product >> 32);
}

static inline uint64_t draw_uint64(struct plan_bits *bits) { return next_uint64_of(bits, is_ours(bits)); }

static inline uint32_t draw_uint32(struct plan_bits *bits) { return next_uint32_of(bits, is_ours(bits)); }

static inline double draw_double(struct plan_bits *bits) { return next_double_of(bits, is_ours(bits)); }

/* plan_below_or */
static inline uint32_t draw_below_or(struct plan_bits *bits, uint32_t most)
{ return next_below_or_of(bits, is_ours(bits), most); }

/* plan_masked */
static inline uint32_t draw_masked(struct plan_bits *bits, uint32_t most)
{
    const uint32_t mask = most ? UINT32_MAX >> __builtin_clz(most) : 0;
    uint32_t drawn;
    do drawn = draw_uint32(bits) & mask;
    while (drawn > most);
    return drawn;
}

/* Prefix of a function for FROM_A_COPY, which takes a generator and whether it is `ours`. Inlined, its copy of a stream
   stays in registers. */
#define DRAWS static inline __attribute__((always_inline)) void

/* Calls a function that draws from the generator, or from a copy of it if it is a plan_stream. */
#define FROM_A_COPY(draw, given, ...) \
    do { \
        if (!is_ours(given)) { \
            draw(given, false, __VA_ARGS__); \
            break; \
        } \
        struct plan_stream copy = *(struct plan_stream *)(given); \
        draw(&copy.bits, true, __VA_ARGS__); \
        *(struct plan_stream *)(given) = copy; \
    } while (0)
