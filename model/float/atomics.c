/* Float atomics of LDS and memory (RDNA3 ISA, chapter 13).  They round to nearest; MODE decides about subnormals.  The
   first operand is memory's. */
#include "atomics.h"
#include "float.h"

u64 atomic_add_f32(struct fp *fp, u64 memory, u64 data)
{ return exact_add_f32(fp, (f32){ (u32)memory }, (f32){ (u32)data }).bits; }

static u64 sign_of(bool f64_)                   { return f64_ ? 1ull << 63 : 1ull << 31; }
static u64 infinity_of(bool f64_)               { return f64_ ? 0x7ffull << 52 : 0xffull << 23; }
static u64 quiet_of(bool f64_)                  { return f64_ ? 1ull << 51 : 1ull << 22; }
static bool nan_of(bool f64_, u64 x)            { return (x & ~sign_of(f64_)) > infinity_of(f64_); }
static bool signals(bool f64_, u64 x)           { return nan_of(f64_, x) && !(x & quiet_of(f64_)); }

/* The value that minimum, maximum and compare use.  With flushed inputs a subnormal is zero. */
static u64 seen(const struct fp *fp, bool f64_, u64 x)
{ return !(x & infinity_of(f64_)) && !(fp->denorm[f64_] & KEEP_IN) ? x & sign_of(f64_) : x; }

/* Maps floats to unsigned integers of the same order. -0 is below +0. */
static u64 rank(bool f64_, u64 x)
{ return x & sign_of(f64_) ? ~x & (sign_of(f64_) | (sign_of(f64_) - 1)) : x | sign_of(f64_); }

/* A signalling NaN is returned quiet.  A quiet NaN loses against any number.  The selected operand is returned
   unchanged (13.2, 13.3). */
u64 atomic_select(struct fp *fp, bool f64_, bool greatest, u64 memory, u64 data)
{
    if (signals(f64_, memory)) return memory | quiet_of(f64_);
    if (signals(f64_, data)) return data | quiet_of(f64_);
    if (nan_of(f64_, memory)) return data;
    if (nan_of(f64_, data)) return memory;
    const u64 a = rank(f64_, seen(fp, f64_, memory)), b = rank(f64_, seen(fp, f64_, data));
    return (greatest ? b > a : b < a) ? data : memory;
}

/* A NaN equals nothing, and zeros of both signs are equal.  With flushed inputs the new value is flushed (13.2). */
u64 atomic_swap_equal(struct fp *fp, bool f64_, u64 memory, u64 data, u64 other)
{
    const u64 a = seen(fp, f64_, memory), b = seen(fp, f64_, other), zeros = (a | b) & ~sign_of(f64_);
    const bool equal = !nan_of(f64_, a) && !nan_of(f64_, b) && (a == b || !zeros);
    return equal ? seen(fp, f64_, data) : memory;
}
