/* Functions for test_float.py: any primitive by name on arrays of bit patterns, and comparisons of host arithmetic with
   the exact operations. */
#include "float.h"
#include "halves.h"

typedef u64 run_one(MODE, u64 a, u64 b, u64 c);

#define WRAP(name, type, expression) \
    static u64 do_##name(MODE, u64 x, u64 y, u64 z) \
    { \
        (void)fp; \
        (void)x; \
        (void)y; \
        (void)z; \
        return (type)(expression); \
    }
#define A(T, v) ((T){ (__typeof__(((T *)0)->bits))(v) })
#define BINARY(T, op, word)   WRAP(op##_##T, word, op##_##T(fp, A(T, x), A(T, y)).bits)
#define UNARY(T, op, word)    WRAP(op##_##T, word, op##_##T(fp, A(T, x)).bits)
#define TEST(T, op)           WRAP(op##_##T, u64, op##_##T(fp, A(T, x), A(T, y)))
// clang-format off: lists of wrappers
#define TYPED(T, word, signed_, F, E, S) \
    BINARY(T, add, word) BINARY(T, sub, word) BINARY(T, mul, word) \
    BINARY(T, min, word) BINARY(T, max, word) \
    UNARY(T, sqrt, word) UNARY(T, trunc, word) UNARY(T, floor, word) UNARY(T, ceil, word) \
    UNARY(T, rndne, word) UNARY(T, fract, word) UNARY(T, frexp_mant, word) UNARY(T, clamp, word) \
    UNARY(T, rcp, word) UNARY(T, rsq, word) UNARY(T, sqrt_approx, word) \
    TEST(T, less) TEST(T, equal) TEST(T, unordered) \
    WRAP(fma_##T, word, fma_##T(fp, A(T, x), A(T, y), A(T, z)).bits) \
    WRAP(ldexp_##T, word, ldexp_##T(fp, A(T, x), (i32)(u32)y).bits) \
    WRAP(omod_##T, word, omod_##T(fp, A(T, x), (int)(y & 3)).bits) \
    WRAP(frexp_exp_##T, u32, frexp_exp_##T(fp, A(T, x))) \
    WRAP(class_##T, u64, class_##T(A(T, x)))
FLOATS(TYPED)
#define TURNED(T, word) UNARY(T, exp2, word) UNARY(T, log2, word) UNARY(T, sin_turns, word) UNARY(T, cos_turns, word)
TURNED(f16, u16)
TURNED(f32, u32)
#define CONVERT(to, from, word)      WRAP(cvt_##to##_##from, word, cvt_##to##_##from(fp, A(from, x)).bits)
#define TO_INTEGER(to, from, word)   WRAP(cvt_##to##_##from, word, cvt_##to##_##from(fp, A(from, x)))
#define FROM_INTEGER(to, from, word) WRAP(cvt_##to##_##from, word, cvt_##to##_##from(fp, (from)x).bits)
CONVERT(f32, f16, u32) CONVERT(f16, f32, u16) CONVERT(f32, f64, u32) CONVERT(f64, f32, u64)
CONVERT(bf16, f32, u16)
TO_INTEGER(i32, f32, u32) TO_INTEGER(u32, f32, u32) TO_INTEGER(i32, f64, u32) TO_INTEGER(u32, f64, u32)
TO_INTEGER(i16, f16, u16) TO_INTEGER(u16, f16, u16) TO_INTEGER(nearest_i32, f32, u32) TO_INTEGER(floor_i32, f32, u32)
TO_INTEGER(i16, f32, u16) TO_INTEGER(u16, f32, u16) TO_INTEGER(u8, f32, u8)
TO_INTEGER(norm_i16, f32, u16) TO_INTEGER(norm_u16, f32, u16)
TO_INTEGER(norm_i16, f16, u16) TO_INTEGER(norm_u16, f16, u16)
FROM_INTEGER(f32, i32, u32) FROM_INTEGER(f32, u32, u32) FROM_INTEGER(f64, i32, u64) FROM_INTEGER(f64, u32, u64)
FROM_INTEGER(f16, i16, u16) FROM_INTEGER(f16, u16, u16)
WRAP(mad_f32, u32, mad_f32(fp, A(f32, x), A(f32, y), A(f32, z)).bits)
WRAP(cut_fma_f32, u32, (fp->round[0] = TO_ZERO, fma_f32(fp, A(f32, x), A(f32, y), A(f32, z))).bits)
WRAP(cut_cvt_f16_f32, u16, (fp->round[1] = TO_ZERO, cvt_f16_f32(fp, A(f32, x))).bits)

#define ROW(name) { #name, do_##name },
#define ROWS(T, word, signed_, F, E, S) \
    ROW(add_##T) ROW(sub_##T) ROW(mul_##T) ROW(min_##T) ROW(max_##T) ROW(fma_##T) ROW(sqrt_##T) \
    ROW(trunc_##T) ROW(floor_##T) ROW(ceil_##T) ROW(rndne_##T) ROW(fract_##T) ROW(frexp_mant_##T) ROW(clamp_##T) \
    ROW(rcp_##T) ROW(rsq_##T) ROW(sqrt_approx_##T) ROW(ldexp_##T) ROW(omod_##T) ROW(frexp_exp_##T) ROW(class_##T) \
    ROW(less_##T) ROW(equal_##T) ROW(unordered_##T)
#define TURNED_ROWS(T) ROW(exp2_##T) ROW(log2_##T) ROW(sin_turns_##T) ROW(cos_turns_##T)
static const struct { const char *name; run_one *run; } operations[] = {
    FLOATS(ROWS) TURNED_ROWS(f16) TURNED_ROWS(f32) ROW(mad_f32) ROW(cut_fma_f32) ROW(cut_cvt_f16_f32)
    ROW(cvt_f32_f16) ROW(cvt_f16_f32) ROW(cvt_f32_f64) ROW(cvt_f64_f32) ROW(cvt_bf16_f32)
    ROW(cvt_i32_f32) ROW(cvt_u32_f32) ROW(cvt_i32_f64) ROW(cvt_u32_f64) ROW(cvt_i16_f16) ROW(cvt_u16_f16)
    ROW(cvt_nearest_i32_f32) ROW(cvt_floor_i32_f32) ROW(cvt_i16_f32) ROW(cvt_u16_f32) ROW(cvt_u8_f32)
    ROW(cvt_norm_i16_f32) ROW(cvt_norm_u16_f32) ROW(cvt_norm_i16_f16) ROW(cvt_norm_u16_f16)
    ROW(cvt_f32_i32) ROW(cvt_f32_u32) ROW(cvt_f64_i32) ROW(cvt_f64_u32) ROW(cvt_f16_i16) ROW(cvt_f16_u16)
};
// clang-format on
enum { OPERATIONS = sizeof operations / sizeof *operations };

static struct fp settings(u32 mode)
{
    return (struct fp){ .round = { mode & 3, mode >> 2 & 3 },
                        .denorm = { mode >> 4 & 3, mode >> 6 & 3 },
                        .dx10_clamp = mode >> 8 & 1,
                        .ieee = mode >> 9 & 1,
                        .fp16_ovfl = mode >> 23 & 1 };
}

int float_operation(const char *name);
void float_batch(int operation, long n, const u64 *x, const u64 *y, const u64 *z, const u32 *mode, u64 *result,
                 u8 *flags);
long float_fast(const char *name, long lanes, u64 seed, long *redone, u64 *example);
long float_plain(long lanes, u64 seed, long *redone, u64 *example);
long float_wide(int operation, long lanes, u64 seed, long *redone, u64 *example);

int float_operation(const char *name)
{
    for (int i = 0; i < OPERATIONS; i++) if (!strcmp(operations[i].name, name)) return i;
    return -1;
}

/* mode: as in the register MODE */
void float_batch(int operation, long n, const u64 *x, const u64 *y, const u64 *z, const u32 *mode, u64 *result,
                 u8 *flags)
{
    for (long i = 0; i < n; i++) {
        struct fp fp = settings(mode[i]);
        result[i] = operations[operation].run(&fp, x[i], y[i], z[i]);
        flags[i] = fp.flags;
    }
}

/* Bit patterns near edges: near each other, near powers of two, with few bits set, special values of all kinds. */
static u64 random64(u64 *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1dull;
}
static u32 interesting(u64 *state)
{
    static const u32 edges[] = { 0,          1,          0x7fffff,   0x800000,   0x800001,   0x3f800000,
                                 0x3f7fffff, 0x3f000000, 0x4b000000, 0x4affffff, 0x4f000000, 0x4effffff,
                                 0x4f7fffff, 0x4f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000,
                                 0x7fffffff, 0x33000000, 0x38800000, 0x387fffff, 0x477fe000, 0x477ff000 };
    const u64 r = random64(state), s = random64(state);
    const u32 sign = (u32)(s & 0x80000000), bits = (u32)r;
    switch (s & 15) {
    case 0: case 1: return bits;
    case 2:         return sign | edges[(r >> 8) % (sizeof edges / 4)];
    case 3:         return sign | (edges[(r >> 8) % (sizeof edges / 4)] + (u32)(r & 7) - 3);
    case 4:         return bits & 0x807fffff;
    case 5:         return sign | (bits & 0x1ffffff & (bits >> 7));
    case 6: case 7: return sign | (bits & 0x7ff000) | (u32)(120 + (r >> 40) % 16) << 23;
    case 8:         return sign | (u32)(r >> 40) % 256 << 23;
    default:        return sign | (bits & 0x7fffff) | (u32)(97 + (r >> 40) % 60) << 23;
    }
}

/* The same for f16, often near 1, so that sums and products stay in range. */
static u16 interesting_half(u64 *state)
{
    static const u16 edges[] = { 0,      1,      0x3ff,  0x400,  0x401,  0x3c00, 0x3bff, 0x3800, 0x6400, 0x63ff,
                                 0x7800, 0x77ff, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff, 0x1000, 0x0fff };
    const u64 r = random64(state), s = random64(state);
    const u16 sign = (u16)(s & 0x8000), bits = (u16)r;
    switch (s & 7) {
    case 0:         return bits;
    case 1:         return sign | edges[(r >> 8) % (sizeof edges / 2)];
    case 2:         return (u16)(sign | (edges[(r >> 8) % (sizeof edges / 2)] + (u16)(r & 7) - 3));
    case 3:         return (u16)(bits & 0x83ff);
    case 4:         return (u16)(sign | (bits & 0x3ff & (bits >> 5)) | (8 + (r >> 40) % 14) << 10);
    default:        return (u16)(sign | (bits & 0x3ff) | (8 + (r >> 40) % 14) << 10);
    }
}

/* Are all three zero or normal? */
static bool are_numbers(u64 x, u64 y, u64 z)
{
    bool all = true;
    for (int n = 0; n < 3; n++) {
        const u32 size = (u32)(n ? n == 1 ? y : z : x) & 0x7fffffff;
        all &= !size || (size >= 0x00800000 && size < 0x7f800000);
    }
    return all;
}

/* Rows under round-to-nearest with every denormal setting and choice of NaN.  Returns the number of lanes that are
   wrong but not odd.  Every f16 is a first source in every denormal setting. */
long float_fast(const char *name, long lanes, u64 seed, long *redone, u64 *example)
{
    const int n = float_operation(name);
    const bool half = !strcmp(strrchr(name, '_'), "_f16"), scales = !strncmp(name, "ldexp", 5),
               only_f32 = !strcmp(strrchr(name, '_'), "_f32");
    run_one *run = operations[n].run;
    u64 state = seed * 2 + 88172645463325253ull;
    long wrong = 0;
    for (long l = 0; l < lanes; l++) {
        u64 x = interesting(&state), y = interesting(&state), z = interesting(&state);
        u32 mode = (u32)(random64(&state) >> 20 & 0x8003f0);
        if (half) { x = interesting_half(&state); y = interesting_half(&state); z = interesting_half(&state); }
        if (half && l < 4 << 16) { x = (u64)l & 0xffff; mode = (mode & ~0xc0u) | (u32)(l >> 16) << 6; }
        if (scales) y = (y = random64(&state)) >> 40 & 7 ? (y & 31) - 16 : y;
        struct fp fast = settings(mode);
        fast.nan = (u8)(random64(&state) >> 40 & 3);
        struct fp exact = fast;
        fast.fast = true;
        /* with and without fused multiply-add, whatever the host has */
        fast.fma = l & 1;
        fast.numbers = l & 2 && only_f32 && are_numbers(x, y, z);
        const u64 got = run(&fast, x, y, z), want = run(&exact, x, y, z);
        *redone += fast.odd != 0;
        if (fast.odd || got == want) continue;
        if (!wrong++) for (int i = 0; i < 6; i++) example[i] = (const u64[]){ x, y, z, mode, got, want }[i];
    }
    return wrong;
}

/* Fused multiply-adds at the limits of plain numbers, in every denormal setting.  Half of the sums cancel.  Returns as
   float_fast. */
long float_plain(long lanes, u64 seed, long *redone, u64 *example)
{
    static const u32 exponents[] = { 0, 1, 40, 65, 66, 67, 68, 110, 127, 140, 166, 167, 168, 169, 254, 255 };
    run_one *run = operations[float_operation("fma_f32")].run;
    u64 state = seed * 2 + 88172645463325253ull;
    long wrong = 0;
    for (long l = 0; l < lanes; l++) {
        u32 x[3];
        for (int n = 0; n < 3; n++) {
            const u64 r = random64(&state);
            const u32 fraction = (u32)r & 0x7fffff, ends = r >> 32 & 1 ? 0x7fffff : 0;
            x[n] = (u32)(r >> 40) << 31 | exponents[(r >> 48) % (sizeof exponents / 4)] << 23 |
                   (r >> 33 & 1 ? fraction : ends);
        }
        if (l & 1) x[2] = bits_of(-(float_of(x[0]) * float_of(x[1]))) + (u32)(l >> 1 & 3) - 1;
        struct fp exact = settings((u32)(random64(&state) >> 20 & 0x3f0)), plain = exact;
        plain.fast = plain.fma = plain.plain = true;
        const u64 got = run(&plain, x[0], x[1], x[2]), want = run(&exact, x[0], x[1], x[2]);
        *redone += plain.odd != 0;
        if (plain.odd || got == want) continue;
        if (!wrong++)
            for (int i = 0; i < 5; i++) example[i] = (const u64[]){ x[0], x[1], x[2], got, want }[i];
    }
    return wrong;
}

static f16 by_wide(int operation, MODE, f16 a, f16 b, f16 c)
{
    switch (operation) {
    case 0:  return add_f16(fp, a, b);
    case 1:  return sub_f16(fp, a, b);
    case 2:  return mul_f16(fp, a, b);
    case 3:  return fma_f16(fp, a, b, c);
    case 4:  return mad_f16(fp, a, b, c);
    case 5:  return trunc_f16(fp, a);
    case 6:  return floor_f16(fp, a);
    case 7:  return ceil_f16(fp, a);
    case 8:  return rndne_f16(fp, a);
    case 9:  return cvt_f16_f32(fp, cvt_f32_f16(fp, a));
    case 10: return cvt_f16_f32(fp, fma_f32(fp, cvt_f32_f16(fp, a), cvt_f32_f16(fp, b), cvt_f32_f16(fp, c)));
    case 11: fp->round[1] = TO_ZERO; return cvt_f16_f32(fp, mul_f32(fp, cvt_f32_f16(fp, a), cvt_f32_f16(fp, b)));
    default: fp->round[0] = fp->round[1] = TO_ZERO; return by_wide(10, fp, a, b, c);
    }
}

/* The same on halves that the host has widened, eight at once.  Every other product is near half of the addend's last
   bit, subnormal or not. */
long float_wide(int operation, long lanes, u64 seed, long *redone, u64 *example)
{
    u64 state = seed * 2 + 88172645463325253ull;
    long wrong = 0;
    for (long l = 0; l < lanes && host_has_halves(); l++) {
        u16 x[3][8], got[8];
        float wide[3][8], result[8];
        struct fp exact = settings((u32)(random64(&state) >> 20 & 0x300) | 0xc0);
        u32 odd[8];
        bool finite = true;
        for (int n = 0; n < 8; n++) {
            const u64 r = random64(&state), half = 1 + (r & 31) % 25, apart = 1 + (r >> 8 & 7), up = half > 13 ? 12 : 0;
            for (int k = 0; k < 3; k++) x[k][n] = interesting_half(&state);
            if (l & 1) {
                x[0][n] = (u16)((15 - up) << 10 | apart | (r >> 16 & 0x8000));
                x[1][n] = (u16)(((15 - half + up) << 10) - 2 * apart);
                x[2][n] = (u16)((half > 24 ? 0 : 26 - half) << 10 | (r >> 40 & 0x83ff));
            }
        }
        for (int k = 0; k < 3; k++) widen_halves(wide[k], x[k], 8);
        const u32 host = operation > 11 ? round_to_zero() : 0;
        for (int n = 0; n < 8; n++) {
            struct fp fp = exact;
            fp.fast = fp.wide = fp.fma = true;
            const f16 a = { .wide = wide[0][n] }, b = { .wide = wide[1][n] }, c = { .wide = wide[2][n] };
            result[n] = by_wide(operation, &fp, a, b, c).wide;
            odd[n] = fp.odd;
        }
        if (operation > 11) round_again(host);
        const bool plain = narrow_halves(got, result, 8);
        for (int n = 0; n < 8; n++) {
            struct fp fp = exact;
            const bool kept = !odd[n] && (got[n] & 0x7fff) < 0x7c00;
            finite &= (got[n] & 0x7fff) < 0x7c00;
            *redone += !kept;
            if (!kept) continue;
            const f16 want = by_wide(operation, &fp, (f16){ x[0][n] }, (f16){ x[1][n] }, (f16){ x[2][n] });
            if (got[n] == want.bits || wrong++) continue;
            for (int i = 0; i < 5; i++) example[i] = (const u64[]){ x[0][n], x[1][n], x[2][n], got[n], want.bits }[i];
        }
        wrong += plain != finite;
    }
    return wrong;
}
