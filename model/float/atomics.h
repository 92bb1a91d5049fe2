/* Float atomics on bit patterns: each returns the new memory value (RDNA3 ISA, chapter 13). f64_: 64 bits wide. float.h
   is separate, because rows of atomics define some of its names. */
#pragma once
#include "types.h"

u64 atomic_add_f32(struct fp *, u64 memory, u64 data);
u64 atomic_select(struct fp *, bool f64_, bool greatest, u64 memory, u64 data);
u64 atomic_swap_equal(struct fp *, bool f64_, u64 memory, u64 data, u64 other);
