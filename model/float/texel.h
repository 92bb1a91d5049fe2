/* Components of memory formats: conversion between memory and registers. */
#pragma once
#include "types.h"

/* Vega's codes of NUM_FORMAT, and SRGB of images. */
enum number_format { UNORM, SNORM, USCALED, SSCALED, UNSIGNED, SIGNED, RESERVED_NUMBER, FLOATING, SRGB = 9 };

/* half: the register holds 16 bits (D16), else 32.  *open is set for an integer that does not fit, because no manual
   defines the result. */
u32 texel_to_register(enum number_format, u32 bits, u32 component, bool half, bool *open);
/* 5_9_9_9: fraction / 2^9 * 2^(exponent - 15) */
u32 texel_shared_to_register(u32 exponent, u32 fraction, bool half);
/* the nearest 5_9_9_9 value of three components */
u32 texel_to_shared(const u32 *value, bool half);
u32 texel_from_register(enum number_format, u32 bits, u32 value, bool half, bool *open);

/* ---- srgb.c ---- */
/* The f32 nearest to a code; the code nearest to an f32, 0 for a NaN. */
u32 srgb_to_linear(u32 code), linear_to_srgb(u32 value);
