/* Words, floats and how one float operation runs.  f16, f32, f64 are structs, so that host arithmetic on them does
   not compile. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t u8;  typedef uint16_t u16;  typedef uint32_t u32;  typedef uint64_t u64;
typedef int8_t  i8;  typedef int16_t  i16;  typedef int32_t  i32;  typedef int64_t  i64;
typedef u8 b8;       typedef u16 b16;       typedef u32 b32;       typedef u64 b64;
typedef union { u16 bits; float wide; } f16;           /* wide: with fp->wide, in rows */
typedef struct { u16 bits; } bf16;
typedef struct { u32 bits; } f32;
typedef struct { u64 bits; } f64;

enum { LANES = 64 };
enum { NEAREST, UP, DOWN, TO_ZERO };                                                    /* codes of MODE.FP_ROUND */
/* bits of TRAPSTS.EXCP */
enum {
    INVALID = 1,
    DENORMAL_IN = 2,
    DIV_BY_ZERO = 4,
    OVERFLOW = 8,
    UNDERFLOW = 16,
    INEXACT = 32,
    INT_DIV_BY_ZERO = 64
};
enum { KEEP_IN = 1, KEEP_OUT = 2 };                                                     /* bits of MODE.FP_DENORM */

/* MODE's part in a float operation, and what the operation raised.  Settings come in pairs: f32, then f16 and f64.
   All of it is 32 bytes, which are copied at once. */
struct fp {
    u8 round[2], denorm[2];
    bool ieee, dx10_clamp, fp16_ovfl;
    bool signals;                                      /* a compare with CLAMP: quiet NaNs raise INVALID too */
    u8 nan;                                            /* enum assay_nan: which of several NaNs passes */
    bool fma;                                          /* the host has the instruction: shortcuts may use it */
    bool halves;                                       /* and those that turn rows of f16 to floats and back */
    const u64 *made;                                   /* NaNs of invalid operations by format, 0: the model's own */
    /* a host shortcut may answer; it leaves bits in `odd` where it does not vouch */
    bool fast;
    /* what it may suppose of a row: that fused multiply-adds are of plain numbers, that all sources are f32, zero or
       normal, or that each f16 is a float, and rounded later */
    bool plain, numbers, wide;
    u8 flags;
    u32 odd;
};
#define MODE struct fp *fp
/* What rows of lanes are made of: a call would keep them from vectorising.  (Where nobody waits for rows but for the
   compiler, they are calls.) */
#ifdef ASSAY_CALLS
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* Rows are compiled for every vector unit worth having; the loader picks.  (Not under sanitizers: they start too
   late.) */
#if defined __x86_64__ && defined __linux__ && !defined __SANITIZE_ADDRESS__ && !defined ASSAY_SANITIZE
#define WIDEST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDEST
#endif

#define EACH_LANE for (int l = 0; l < LANES; l++)
static inline int lowest(u64 mask)       { return __builtin_ctzll(mask); }
static inline u64 wide(u32 lo, u32 hi)   { return (u64)hi << 32 | lo; }
