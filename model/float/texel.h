/* Numbers of memory formats: a component as memory has it, and the value in a register. */
#pragma once
#include "types.h"

/* as Vega's NUM_FORMAT counts them; SRGB of images */
enum number_format { UNORM, SNORM, USCALED, SSCALED, UNSIGNED, SIGNED, RESERVED_NUMBER, FLOATING, SRGB = 9 };

/* `half`: the register holds 16 bits (D16), else 32.  *open is set where no manual says what an integer becomes that
   does not fit. */
u32 texel_to_register(enum number_format, u32 bits, u32 component, bool half, bool *open);
/* of 5_9_9_9: fraction / 2^9 * 2^(exponent - 15) */
u32 texel_shared_to_register(u32 exponent, u32 fraction, bool half);
/* the other way, of three components: the nearest */
u32 texel_to_shared(const u32 *value, bool half);
u32 texel_from_register(enum number_format, u32 bits, u32 value, bool half, bool *open);

/* ---- srgb.c ---- */
/* a code to the f32 next to it; an f32 to the code next to it, a NaN to 0 */
u32 srgb_to_linear(u32 code), linear_to_srgb(u32 value);
