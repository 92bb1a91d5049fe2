/* Inside float.c and transcend.c: a format, a finite number of it, and how bits become one. */
#pragma once
#include "float.h"

__extension__ typedef unsigned __int128 u128;
/* set: which of MODE's settings, 0 f32, 1 f16 and f64 */
typedef struct format { int fraction, exponent, set; } format;

/* A finite value: significand * 2^exponent.  After a division, a root or a shift, the last bit also stands for what
   lies below. */
struct number { bool sign; int exponent; u128 significand; };

u64 pack_number(MODE, format f, struct number n);
u64 pass_nan(MODE, format f, u64 a);                   /* quiet; INVALID if it was not */
u64 invalid(MODE, format f, bool sign);                /* a NaN with only the quiet bit */
/* Where any number near would do: beyond the exponents of every format and everything they are scaled by. */
enum { FAR = 5000 };
u64 root(u128 x, bool *exact);                         /* integer square root, 2^124 <= x < 2^127 */

#define RARE(x) __builtin_expect(!!(x), 0)

INLINE int top(format f)                      { return (1 << f.exponent) - 1; }
INLINE int bias(format f)                     { return top(f) >> 1; }
/* exponent of the smallest normal */
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

/* `slim`: what is at hand fits 64 bits; saying so keeps 128-bit arithmetic away from most operations. */
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

/* ---- wmma_sum.c: sums of products whose order is not said ---- */
/* ulp: results this far from the value are as good; 0: every order gives it.  open: nothing can be said of the
   value. */
struct slack { u32 ulp; bool open; };

/* c + a[0] b[0] + a[1] b[1] + …: `count` factors in format `term`, two a word, low half first; c and the sum in
   format `f`. */
u64 dot_product(struct slack *, format term, format f, u32 count, const u32 *a, const u32 *b, u64 c);
