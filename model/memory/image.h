/* Images: what a T# says, and where a texel lies.  Loads, stores and atomics (image_issue.c) and samplers read it. */
#pragma once
#include "memory.h"

/* TYPE of a T#, as both generations count; DIM of an instruction names the same kinds. */
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
enum { RESOURCE_WORDS = 8, SMALL_RESOURCE_WORDS = 4 };           /* of a T#; with R128 */

/* Coordinates along the axes of a level, in texels. */
struct extent { u32 width, height, depth; };

/* A T#, decoded.  A word that contradicts itself has `wrong`, what the model does not carry out `refused`: sentences,
   else 0. */
struct image_resource {
    u64 base;
    enum image_type type;
    struct extent size;                /* of level 0 of the memory, which is not the view's */
    u32 base_level, last_level, levels;          /* of the view; how many the memory has */
    u32 first_slice, last_slice;       /* of the view, in slices of the memory: of arrays, cubes, RDNA3's 3D views */
    u32 fragments;                     /* 1, or of a multi-sample image */
    u32 min_lod;                       /* unsigned, 8 bits of fraction */
    u32 pitch, rows;                   /* what the T# says of them: texels of a row, rows of a slice; 0: nothing */
    struct texel texel;
    bool unbound;                      /* all zeros, or no format: loads give 0, nothing is written */
    bool levels_below;                 /* trait: how levels lie */
    bool corners;                      /* CORNER_SAMPLES: texels lie elsewhere, no document says where */
    bool compressed;                   /* COMPRESSION_EN of a linear image */
    bool slices_in_view;               /* of a 3D image: FIRST and LAST count */
    const char *wrong, *refused;
};

/* A texel: along the axes of its level, `z` a row of depth, a slice of the view, or slice * 6 + face; level from
   BASE_LEVEL on. */
struct texel_position { u32 x, y, z, level, fragment; };

/* ---- image.c ---- */
/* From `words` dwords, the rest zeros. */
struct image_resource image_of_words(const struct traits *, const u32 *words, u32 count);
/* The T# an instruction names; *open: some of it is. */
struct image_resource image_of(struct wave *, const struct inst *, bool *open);
bool is_array(enum image_type), is_multisampled(enum image_type);           /* cubes are arrays of faces */
/* Of a level from BASE_LEVEL on: at least 1 along each axis.  depth: rows of depth, or slices of the view. */
struct extent extent_of(const struct image_resource *, u32 level);
/* The texel's address; false: it lies outside of the image. */
bool texel_address(const struct image_resource *, struct texel_position, u64 *address);
/* Bytes from a texel to that of the next fragment. */
u64  fragment_stride(const struct image_resource *);

/* ---- image_place.c ---- */
/* As the instruction names it; and of which arrays, cubes and single images are one kind. */
enum image_type image_declared(const struct inst *, const struct image_resource *), image_kind(enum image_type);

/* ---- format.c ---- */
/* Components as registers of 32 bits have them, of what memory holds. */
void texel_components(const struct texel *, const u32 *raw, u32 value[COMPONENTS]);
/* What DST_SEL chooses for component k; what stands for 1; has the format a component k? */
u32  texel_selected(const struct texel *, u32 k, const u32 value[COMPONENTS]), texel_one(const struct texel *);
bool texel_has(const struct texel *, u32 k), texel_is_integer(const struct texel *);
/* As a sampler has it: eight bits of UNORM taken for sRGB, sRGB for UNORM. */
void texel_gamma(struct texel *, bool degamma, bool keeps);
/* As a half of a register has it. */
u32  texel_half(const struct texel *, u32 value);
/* The format of a T#. */
struct texel texel_of_image(const struct traits *, const u32 *words);
