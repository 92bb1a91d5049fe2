/* Sums of products whose order is not said: the exact sum, rounded once, and how far any other order of rounding can lead. */
#pragma once
#include "float_engine.h"

/* ulp: results this far from the value are as good; 0: every order gives it.  open: nothing can be said of the value. */
struct dot { u32 ulp; bool open; };

/* c + a[0] b[0] + a[1] b[1] + …: `count` factors in format `term`, two a word, low half first; c and the sum in format `f`. */
u64 dot_product(struct dot *, format term, format f, u32 count, const u32 *a, const u32 *b, u64 c);
