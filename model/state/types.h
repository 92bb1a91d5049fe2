/* Words, floats, and the settings of a float operation. f16, f32 and f64 are structs, so host arithmetic on them does
   not compile. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t u8;  typedef uint16_t u16;  typedef uint32_t u32;  typedef uint64_t u64;
typedef int8_t  i8;  typedef int16_t  i16;  typedef int32_t  i32;  typedef int64_t  i64;
typedef u8 b8;       typedef u16 b16;       typedef u32 b32;       typedef u64 b64;
typedef union { u16 bits; float wide; } f16;           /* wide: the value as a float, in rows with fp->wide */
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

/* MODE's settings for a float operation, and the flags it raised.  Pairs hold the setting for f32, then for f16 and
   f64.  The struct has 32 bytes and is copied by one move. */
struct fp {
    u8 round[2], denorm[2];
    bool ieee, dx10_clamp, fp16_ovfl;
    bool signals;                                      /* a compare with CLAMP: quiet NaNs raise INVALID too */
    u8 nan;                                            /* enum assay_nan: which of several NaNs is returned */
    bool fma;                                          /* the host has fused multiply-add; fast paths may use it */
    bool halves;                                       /* the host converts rows of f16 to f32 and back */
    const u64 *made;                                   /* NaNs of invalid operations by format; 0: the model's own */
    /* Use host arithmetic.  It marks lanes in `odd` whose result may be wrong. */
    bool fast;
    /* Assumptions about a row. plain: operands of fused multiply-adds are plain numbers. numbers: all sources are f32,
       zero or normal. wide: each f16 is held as a float and rounded later. */
    bool plain, numbers, wide;
    u8 flags;
    u32 odd;
};
#define MODE struct fp *fp
/* Functions used in rows of lanes are inlined, because a call prevents vectorisation.  Builds that favour compile time
   call them. */
#ifdef ASSAY_CALLS
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* Rows are compiled for several vector units, and the loader selects one.  Sanitizers start too late for that. */
#if defined __x86_64__ && defined __linux__ && !defined __SANITIZE_ADDRESS__ && !defined ASSAY_SANITIZE
#define WIDEST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDEST
#endif

#define EACH_LANE for (int l = 0; l < LANES; l++)
static inline int lowest(u64 mask)       { return __builtin_ctzll(mask); }
static inline u64 wide(u32 lo, u32 hi)   { return (u64)hi << 32 | lo; }
