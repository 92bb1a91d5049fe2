/* Execution of bodies on rows.  Generated code: ONE applies a body to lane l; ROW runs it on all lanes, inlined and
   vectorised; LANE runs it on one lane, exactly. */
#pragma once
#include "halves.h"
#include "model.h"

/* A 64-bit value is two rows, low half first.  Results stay here until all sources are read. */
struct lanes {
    const u32 *s[SOURCES][WORDS];
    _Alignas(64) u32 copy[SOURCES][WORDS][LANES], d[RESULTS][WORDS][LANES], bit[LANES];
    u64 open[SOURCES];                 /* lanes whose source is undefined */
    /* odd: lanes that need the exact function; undecided: lanes whose result the ISA leaves undefined */
    u64 live, odd, undecided;
    i32 offset;
    struct fp fp;
};

struct b32x2 { u32 w[2]; };
struct b128 { u32 w[4]; };

#define S32(n)      (o->s[n][0][l])
#define S64(n)      wide(o->s[n][0][l], o->s[n][1][l])
#define BIT(n)      (o->s[n][0][l] != 0)
#define F32_(n)     ((f32){ o->s[n][0][l] })
#define F64_(n)     ((f64){ S64(n) })
#define F16_(n)     ((f16){ (u16)o->s[n][0][l] })
#define BF16_(n)    ((bf16){ (u16)o->s[n][0][l] })
#define B32X2(n)    ((struct b32x2){ { o->s[n][0][l], o->s[n][1][l] } })
#define B128(n)     ((struct b128){ { o->s[n][0][l], o->s[n][1][l], o->s[n][2][l], o->s[n][3][l] } })
#define PUT64(n, x) do { u64 x64 = (x); o->d[n][0][l] = (u32)x64; o->d[n][1][l] = (u32)(x64 >> 32); } while (0)

/* Integer clamp (RDNA3 ISA, 7.2.3): an exact value becomes the nearest value of the type. */
INLINE i64 saturate(i64 x, i64 least, i64 most) { return x < least ? least : x > most ? most : x; }
#define SAT_U16(x)  saturate(x, 0, 0xffff)
#define SAT_I16(x)  saturate(x, -0x8000, 0x7fff)
#define SAT_U32(x)  saturate(x, 0, 0xffffffff)
#define SAT_I32(x)  saturate(x, -0x80000000ll, 0x7fffffff)

/* Saturates a 64-bit sum with `sign` as its 65th bit. */
#define SAT_SUM64(d, sign) (((d) < 0) == (sign) ? (d) : (sign) ? INT64_MIN : INT64_MAX)

/* Code that reads all lanes of a row must find initialised values.  The fill value is no constant, because compilers
   would make a slow call of it. */
INLINE void fill_half(u32 *restrict row, u64 any)   { for (int l = LANES / 2; l < LANES; l++) row[l] = (u32)any; }
INLINE void fill_upper(struct lanes *o)
{
    fill_half(o->d[0][0], o->live);
    fill_half(o->bit, o->live);
}
#define ONE(name)   INLINE void one_##name(struct lanes *restrict o, MODE, int l)
#define LANE(name)  static void lane_##name(struct lanes *o, int l) { one_##name(o, &o->fp, l); }
/* Results never alias sources.  This removes alias checks from the loops. */
#ifdef __clang__
#define NO_ALIAS
#else
#define NO_ALIAS _Pragma("GCC ivdep")
#endif
#define ROW(body) \
    WIDEST static void row_##body(struct lanes *restrict o) \
    { \
        NO_ALIAS for (int l = 0; l < LANES / 2; l++) one_##body(o, &o->fp, l); \
        if (o->live >> LANES / 2) { \
            NO_ALIAS for (int l = LANES / 2; l < LANES; l++) one_##body(o, &o->fp, l); \
        } else fill_upper(o); \
    }
/* `fp`: float settings for lanes computed by host arithmetic. */
#define OF_HOST(has_fma, supposed) \
    struct fp fp = mode; \
    fp.fma = has_fma; \
    fp.plain = fp.numbers = fp.wide = false; \
    fp.fast = true; \
    fp.supposed = true; \
    fp.round[0] = fp.round[1] = NEAREST; \
    fp.odd = 0
/* Rows of floats are computed by halves, because a wave32 uses only one.  The pipeline selects rows only under
   round-to-nearest. */
#define OVER_HALVES(name, has_fma) \
    for (int half = 0; half < halves; half++) { \
        u32 odd[LANES / 2]; \
        NO_ALIAS for (int k = 0; k < LANES / 2; k++) \
        { \
            OF_HOST(has_fma, fast); \
            one_##name(o, &fp, LANES / 2 * half + k); \
            odd[k] = fp.odd; \
        } \
        strange |= (u64)gather_half(odd) << LANES / 2 * half; \
    }
#define ROW_OF_FLOATS(name, does) \
    WIDEST static void row_##name(struct lanes *restrict o) \
    { \
        const struct fp mode = o->fp; \
        const int halves = 1 + (o->live >> LANES / 2 != 0); \
        u64 strange = 0; \
        does; \
        if (halves == 1) fill_upper(o); \
        o->odd = strange; \
    }
#define ROW_FLOAT(name) ROW_OF_FLOATS(name, OVER_HALVES(name, false))
/* The first attempt assumes that all sources are numbers (fp->plain, fp->numbers).  `sources`: a bit for each source to
   check.  If the assumption holds, the row is done.  Inactive lanes may hold anything. */
INLINE u32 no_number(u32 x)
{
    const u32 size = x & 0x7fffffff;
    return size & -(u32)(size - 0x00800000 >= 0x7f800000 - 0x00800000);
}
INLINE u32 no_numbers(const struct lanes *o, u32 sources, int l)
{
    u32 odd = 0;
    for (int n = 0; n < SOURCES; n++) if (sources >> n & 1) odd |= no_number(o->s[n][0][l]);
    return odd;
}
#define OVER_ALL(name, has_fma, supposed, sources) \
    u32 rest = 0; \
    NO_ALIAS for (int l = 0; l < LANES / 2 * halves; l++) \
    { \
        OF_HOST(has_fma, supposed); \
        fp.odd = no_numbers(o, sources, l); \
        one_##name(o, &fp, l); \
        rest |= fp.odd; \
    }
#define PLAIN_OR_NOT(name)  OVER_ALL(name, true, plain, 0) if (rest) { OVER_HALVES(name, true) }

#define ROW_FMA(name)   ROW_OF_FLOATS(name, if (mode.fma) { PLAIN_OR_NOT(name) } else { OVER_HALVES(name, false) })
#define ROW_NUMBERS(name, sources) \
    ROW_OF_FLOATS(name, OVER_ALL(name, false, numbers, sources) if (rest){ OVER_HALVES(name, false) })

/* A row of f16 is first computed with host floats, assuming plain numbers.  `each`: halves in a lane; `sources`: a bit
   for each source that has them; `half`: narrow the result.  MODE must keep subnormals.  If a result is infinite or a
   NaN, the general test follows. */
struct wide { _Alignas(64) float s[SOURCES][2 * LANES], d[2 * LANES]; };
#define WIDE_F16(n) ((f16){ .wide = h->s[n][l] })
#define WIDE(name)  INLINE void wide_##name(struct lanes *restrict o, struct wide *restrict h, MODE, int l)

INLINE void widen_sources(struct wide *restrict h, const struct lanes *restrict o, u32 sources, int each, int count)
{
    for (int n = 0; n < SOURCES; n++) {
        if (!(sources >> n & 1)) continue;
        if (each == 1) widen_low(h->s[n], o->s[n][0], count);
        else widen_halves(h->s[n], o->s[n][0], count);
    }
}

INLINE bool narrow_result(struct lanes *restrict o, const struct wide *restrict h, int each, int count)
{ return each == 1 ? narrow_words(o->d[0][0], h->d, count) : narrow_halves(o->d[0][0], h->d, count); }

#define OVER_WIDE(name, sources, each, half) \
    const int parts = each * halves; \
    bool rest = !mode.halves || mode.denorm[1] != (KEEP_IN | KEEP_OUT); \
    if (!rest) { \
        struct wide h; \
        u32 some = 0; \
        widen_sources(&h, o, sources, each, LANES / 2 * parts); \
        NO_ALIAS for (int l = 0; l < LANES / 2 * parts; l++) \
        { \
            OF_HOST(true, wide); \
            wide_##name(o, &h, &fp, l); \
            some |= fp.odd; \
        } \
        rest = some || (half && !narrow_result(o, &h, each, LANES / 2 * parts)); \
    }
#define THE_REST(name)     if (rest) { OVER_HALVES(name, false) }
#define THE_REST_FMA(name) \
    if (rest && mode.fma) { \
        OVER_HALVES(name, true) \
    } else if (rest) { \
        OVER_HALVES(name, false) \
    }
#define ROW_WIDE(name, sources, each, half) ROW_OF_FLOATS(name, OVER_WIDE(name, sources, each, half) THE_REST(name))
#define ROW_WIDE_TO_ZERO(name, sources, each, half) \
    ROW_OF_FLOATS(name, const u32 host = round_to_zero(); OVER_WIDE(name, sources, each, half) round_again(host); \
                  THE_REST(name))
#define ROW_WIDE_FMA(name, sources, each, half) \
    ROW_OF_FLOATS(name, OVER_WIDE(name, sources, each, half) THE_REST_FMA(name))
