/* Fields of registers and descriptors. registers.h encodes each one: its lowest bit in bits 15:0, its width from bit 16
   on. */
#pragma once
#include "types.h"

#define BITS(high, low) ((low) | ((high) - (low) + 1) << 16)
#include "registers.h"                 /* generated: enum hwreg, enum compute_offset, fields */

static inline u32 low_of(u32 field)   { return (u16)field; }
/* The next five serve fields of up to 32 bits. */
static inline u32 ones_of(u32 field)  { return (u32)((1ull << (field >> 16)) - 1); }
static inline u32 mask_of(u32 field)  { return ones_of(field) << low_of(field); }

static inline u32 field_of_word(u32 word, u32 field)  { return word >> low_of(field) & ones_of(field); }
static inline u32 with_field(u32 word, u32 field, u32 value)
{ return (word & ~mask_of(field)) | (value << low_of(field) & mask_of(field)); }

/* A field in two pieces, the lower piece first. */
static inline u32 bits_of_word(u32 word, struct bits b)  { return word >> b.low & ((1u << b.width) - 1); }
static inline u32 joined_bits(u32 word, const struct bits b[2])
{ return bits_of_word(word, b[0]) | bits_of_word(word, b[1]) << b[0].width; }
static inline u32 all_ones(const struct bits b[2])       { return (1u << (b[0].width + b[1].width)) - 1; }

/* A field of a descriptor that lies in one word, and a field of up to 63 bits that spans two words. */
static inline u32 field_of_words(const u32 *words, u32 field)
{ return words[low_of(field) / 32] >> low_of(field) % 32 & ones_of(field); }
static inline u64 long_field_of_words(const u32 *words, u32 field)
{
    const u32 *at = words + low_of(field) / 32;
    return wide(at[0], at[1]) >> low_of(field) % 32 & ((1ull << (field >> 16)) - 1);
}
static inline void set_field_of_words(u32 *words, u32 field, u32 value)
{
    u32 *at = words + low_of(field) / 32;
    *at = (*at & ~(ones_of(field) << low_of(field) % 32)) | (value & ones_of(field)) << low_of(field) % 32;
}
