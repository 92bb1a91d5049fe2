/* Samplers: contents of an S#, coordinates to texels and weights, levels.  Fixed-point numbers have 8 fraction bits
   (errata E-210). */
#pragma once
#include "image.h"

enum { TEXEL = 256, HALF_TEXEL = 128, AXES = 3, SAMPLER_WORDS = 4, BORDER = -1 };
enum { POINT, LINEAR };                                          /* filters; XY filters 2 and 3 are anisotropic */
enum { BLEND, MINIMUM, MAXIMUM };                                /* FILTER_MODE */
enum { BORDER_NONE, BORDER_BLACK, BORDER_WHITE, BORDER_REGISTER };
enum { NO_LOD = -(32 * TEXEL), MOST_LOD = 32 * TEXEL };

struct sampler {
    u8 clamp[AXES], compare, reduce, border, magnify, minify, depth, levels;     /* levels: 0 none, 1 point, 2 linear */
    bool unnormalized, truncates, half_steps, faces_separate, degamma, keeps_gamma;
    i32 min_lod, max_lod, bias, second_bias;
};
/* Texels of an axis: one, or two with `weight` for the second.  BORDER: outside the image. */
struct taps { i32 at[2]; u32 weight; bool two; };
/* One level, or two with `weight` for the second. */
struct level_choice { u32 level, weight; bool linear; };

struct sampler sampler_of_words(const u32 *words);
/* x times scale, rounded to nearest or down.  A NaN gives 0.  Magnitudes from 2^31 on count as 2^31. */
i64 fixed_point(f32 x, u32 scale, bool down);
/* For a coordinate in texels. */
struct taps taps_of(u32 clamp, i64 coordinate, u32 size, bool linear);
/* The same for a face filtered with its neighbours. -1 and `size` are on the neighbours; with `shift` further texels
   are too. */
struct taps face_taps(i64 coordinate, u32 size, bool linear, i32 shift);
/* A texel of a cube face; s or t may be outside. */
struct face_texel { u32 face; i32 s, t; };
/* The corresponding texel on the adjacent face. */
struct face_texel across_edge(struct face_texel, i32 size);
/* log2 of the square's root; the square is not a NaN. */
i32 lod_of_square(f64 square);
/* The level of detail limited by S# and T#. */
i32 limited_lod(const struct sampler *, const struct image_resource *, i32 lod);
struct level_choice choose_level(const struct sampler *, i32 limited);
