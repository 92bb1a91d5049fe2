/* Samplers: what an S# says; coordinates to texels and their weights; levels.  Numbers with a fraction have 8 bits of
   it (errata E-210). */
#pragma once
#include "image.h"

enum { TEXEL = 256, HALF_TEXEL = 128, AXES = 3, SAMPLER_WORDS = 4, BORDER = -1 };
enum { POINT, LINEAR };                                          /* filters; of XY also 2 and 3, anisotropic ones */
enum { BLEND, MINIMUM, MAXIMUM };                                /* FILTER_MODE */
enum { BORDER_NONE, BORDER_BLACK, BORDER_WHITE, BORDER_REGISTER };
enum { NO_LOD = -(32 * TEXEL), MOST_LOD = 32 * TEXEL };

struct sampler {
    u8 clamp[AXES], compare, reduce, border, magnify, minify, depth, levels;     /* levels: 0 none, 1 point, 2 linear */
    bool unnormalized, truncates, half_steps, faces_separate, degamma, keeps_gamma;
    i32 min_lod, max_lod, bias, second_bias;
};
/* The texels of an axis: one, or two where `weight` is that of the second.  BORDER: outside. */
struct taps { i32 at[2]; u32 weight; bool two; };
/* One level, or two where `weight` is that of the second. */
struct level_choice { u32 level, weight; bool linear; };

struct sampler sampler_of_words(const u32 *words);
/* x times scale: rounded to the nearest, or down.  A NaN is 0; far away values are of the same multiple of 2^31. */
i64 fixed_point(f32 x, u32 scale, bool down);
/* Of a coordinate in texels. */
struct taps taps_of(u32 clamp, i64 coordinate, u32 size, bool linear);
/* The same of a face that is filtered with its neighbours: -1 and `size` lie on those, and, with `shift`, further. */
struct taps face_taps(i64 coordinate, u32 size, bool linear, i32 shift);
/* A texel of a cube's face; either s or t may lie outside. */
struct face_texel { u32 face; i32 s, t; };
/* Where that one lies: on the face across the edge. */
struct face_texel across_edge(struct face_texel, i32 size);
/* log2 of the root, of a square that is no NaN. */
i32 lod_of_square(f64 square);
/* The level of detail as S# and T# leave it. */
i32 limited_lod(const struct sampler *, const struct image_resource *, i32 lod);
struct level_choice choose_level(const struct sampler *, i32 limited);
