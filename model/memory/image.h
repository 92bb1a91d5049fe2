/* Images: contents of a T#, and addresses of texels. image_place.c and samplers use it. */
#pragma once
#include "memory.h"

/* TYPE of a T# in both generations.  DIM of an instruction names the same kinds. */
enum image_type {
    IMAGE_1D = 8,
    IMAGE_2D,
    IMAGE_3D,
    IMAGE_CUBE,
    IMAGE_1D_ARRAY,
    IMAGE_2D_ARRAY,
    IMAGE_2D_MSAA,
    IMAGE_2D_MSAA_ARRAY
};
enum { RESOURCE_WORDS = 8, SMALL_RESOURCE_WORDS = 4 };           /* dwords of a T#; with R128 */

/* Size of a level along each axis, in texels. */
struct extent { u32 width, height, depth; };

/* A decoded T#.  `wrong` says what contradicts itself, `refused` what the model does not implement; else 0. */
struct image_resource {
    u64 base;
    enum image_type type;
    struct extent size;                /* of level 0 in memory, not of the view */
    u32 base_level, last_level, levels;          /* of the view; levels: number in memory */
    u32 first_slice, last_slice;       /* slices of the view, for arrays, cubes and RDNA3's 3D views */
    u32 fragments;                     /* 1, or the fragments of a multi-sample image */
    u32 min_lod;                       /* unsigned, with 8 fraction bits */
    u32 pitch, rows;                   /* stated by the T#: texels of a row, rows of a slice; 0: not stated */
    struct texel texel;
    bool unbound;                      /* all zeros, or without a format: loads return 0, stores are dropped */
    bool levels_below;                 /* trait: layout of levels */
    bool corners;                      /* CORNER_SAMPLES: undocumented positions of texels */
    bool compressed;                   /* COMPRESSION_EN of a linear image */
    bool slices_in_view;               /* of a 3D image: FIRST and LAST limit slices */
    const char *wrong, *refused;
};

/* Coordinates of a texel in its level. z: a row of depth, a slice of the view, or slice * 6 + face. level: counts from
   BASE_LEVEL. */
struct texel_position { u32 x, y, z, level, fragment; };

/* ---- image.c ---- */
/* From `words` dwords; the rest counts as zeros. */
struct image_resource image_of_words(const struct traits *, const u32 *words, u32 count);
/* The T# of an instruction.  *open: part of it is undefined. */
struct image_resource image_of(struct wave *, const struct inst *, bool *open);
bool is_array(enum image_type), is_multisampled(enum image_type);           /* a cube is an array of faces */
/* The size of a level, counted from BASE_LEVEL; at least 1 along each axis. depth: rows of depth, or slices of the
   view. */
struct extent extent_of(const struct image_resource *, u32 level);
/* Address of a texel; false: outside the image. */
bool texel_address(const struct image_resource *, struct texel_position, u64 *address);
/* Bytes from a texel to its next fragment. */
u64  fragment_stride(const struct image_resource *);

/* ---- image_place.c ---- */
/* image_declared: the type that the instruction declares. image_kind: the base type of arrays, cubes and single
   images. */
enum image_type image_declared(const struct inst *, const struct image_resource *), image_kind(enum image_type);

/* ---- format.c ---- */
/* Converts memory components to values of 32-bit registers. */
void texel_components(const struct texel *, const u32 *raw, u32 value[COMPONENTS]);
/* The value that DST_SEL selects for component k; the value of 1; does the format have component k? */
u32  texel_selected(const struct texel *, u32 k, const u32 value[COMPONENTS]), texel_one(const struct texel *);
bool texel_has(const struct texel *, u32 k), texel_is_integer(const struct texel *);
/* For samplers: reads 8-bit UNORM as sRGB, or sRGB as UNORM. */
void texel_gamma(struct texel *, bool degamma, bool keeps);
/* Converts a component to a 16-bit register. */
u32  texel_half(const struct texel *, u32 value);
/* The format of a T#. */
struct texel texel_of_image(const struct traits *, const u32 *words);
