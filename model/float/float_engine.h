/* Internals of float.c and transcend.c: a format, a finite number, and the conversion of bits to a number. */
#pragma once
#include "float.h"

__extension__ typedef unsigned __int128 u128;
/* set: index of MODE's settings; 0: f32, 1: f16 and f64 */
typedef struct format { int fraction, exponent, set; } format;

/* A finite value: significand * 2^exponent.  After a division, a root or a shift the last bit is sticky. */
struct number { bool sign; int exponent; u128 significand; };

u64 pack_number(MODE, format f, struct number n);
u64 pass_nan(MODE, format f, u64 a);                   /* returns a quiet NaN; raises INVALID for a signalling one */
u64 invalid(MODE, format f, bool sign);                /* a NaN with only the quiet bit */
/* Stands for any distance beyond the exponents of all formats and all scale factors. */
enum { FAR = 5000 };
u64 root(u128 x, bool *exact);                         /* integer square root, 2^124 <= x < 2^127 */

#define RARE(x) __builtin_expect(!!(x), 0)

INLINE int top(format f)                      { return (1 << f.exponent) - 1; }
INLINE int bias(format f)                     { return top(f) >> 1; }
/* exponent of the smallest normal number */
INLINE int least(format f)                    { return 1 - bias(f); }
INLINE u64 hidden(format f)                   { return 1ull << f.fraction; }
INLINE u64 infinity(format f)                 { return (u64)top(f) << f.fraction; }
INLINE u64 one(format f)                      { return (u64)bias(f) << f.fraction; }
INLINE u64 quiet_bit(format f)                { return hidden(f) >> 1; }
INLINE u64 signed_(format f, bool s, u64 x)   { return (u64)s << (f.fraction + f.exponent) | x; }
INLINE bool sign_of(format f, u64 x)          { return x >> (f.fraction + f.exponent) & 1; }
INLINE u64 magnitude(format f, u64 x)         { return x & (signed_(f, true, 0) - 1); }
INLINE bool is_nan(format f, u64 x)           { return magnitude(f, x) > infinity(f); }
INLINE bool is_infinite(format f, u64 x)      { return magnitude(f, x) == infinity(f); }
INLINE bool is_special(format f, u64 x)       { return magnitude(f, x) >= infinity(f); }

/* slim: the operands fit 64 bits.  It avoids 128-bit arithmetic in most operations. */
INLINE u128 left(bool slim, u128 x, int n)    { return slim ? (u128)((u64)x << n) : x << n; }
INLINE int highest(bool slim, u128 x)
{
    const u64 high = slim ? 0 : (u64)(x >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((u64)x);
}

INLINE u128 right_sticky(bool slim, u128 x, int n)
{
    if (slim) return n > 63 ? x != 0 : (u64)x >> n | (((u64)x & ((1ull << n) - 1)) != 0);
    return n > 127 ? x != 0 : x >> n | ((x & (((u128)1 << n) - 1)) != 0);
}

INLINE struct number unpack(MODE, format f, u64 x)
{
    u64 fraction = x & (hidden(f) - 1);
    const int biased = (int)(x >> f.fraction) & top(f);
    if (RARE(biased == 0 && fraction)) {
        if (fp->denorm[f.set] & KEEP_IN) fp->flags |= DENORMAL_IN;
        else fraction = 0;
    }
    return (struct number){ sign_of(f, x), (biased ? biased : 1) - bias(f) - f.fraction,
                            biased ? fraction | hidden(f) : fraction };
}

/* ---- wmma_sum.c: sums of products in an unspecified order ---- */
/* ulp: tolerance of the result; 0: every order gives it. open: the value is undefined. */
struct slack { u32 ulp; bool open; };

/* The sum c + a[0] b[0] + a[1] b[1] + ….  The factors have format `term`, two in a word, low half first; there are
   `count` of them. c and the sum have format `f`. */
u64 dot_product(struct slack *, format term, format f, u32 count, const u32 *a, const u32 *b, u64 c);
