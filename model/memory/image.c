/* Image resources and the layout of linear images (RDNA3 ISA, 10.5; Vega ISA, 8.2; errata E-200, E-203, E-206).
   registers.txt defines the T# as IMAGE_RESOURCE. */
#include "image.h"
#include <string.h>
#include "places.h"

/* a row of a linear image is a multiple of ROW_BYTES; the maximum of fragments */
enum { ROW_BYTES = 256, FRAGMENTS = 16 };

bool is_multisampled(enum image_type t)  { return t == IMAGE_2D_MSAA || t == IMAGE_2D_MSAA_ARRAY; }
bool is_array(enum image_type t)
{ return t == IMAGE_CUBE || t == IMAGE_1D_ARRAY || t == IMAGE_2D_ARRAY || t == IMAGE_2D_MSAA_ARRAY; }
static bool is_flat(enum image_type t)   { return t == IMAGE_1D || t == IMAGE_1D_ARRAY; }

static u32 max1(u32 x)                   { return x ? x : 1; }
static u32 rounded(u32 x, u32 to)        { return (x + to - 1) / to * to; }
static u32 halved_up(u32 x, u32 times)   { return max1((u32)(((u64)x + (1ull << times) - 1) >> times)); }

/* Texels in the smallest multiple of 256 bytes that holds whole texels. */
static u32 row_unit(const struct image_resource *r) { return ROW_BYTES / max1(r->texel.bytes & -r->texel.bytes); }

/* ---- the T# ---- */

static u32 get(const struct traits *t, const u32 *words, const u32 *fields)
{ return (u32)long_field_of_words(words, fields[t->family]); }

/* DEPTH is a pitch on gfx11 for images without depth and slices (RDNA3 ISA, Table 50).  Vega's T# has a separate pitch,
   which counts the rows of all levels if there are several (errata E-200). */
static void read_layout(const struct traits *t, const u32 *words, struct image_resource *r)
{
    const u32 own = field_of_words(words, IMAGE_RESOURCE_PITCH) + 1, low = field_of_words(words, IMAGE_RESOURCE_DEPTH),
              shared = low + (field_of_words(words, IMAGE_RESOURCE_PITCH_13) << 13) + 1;
    if (t->image_pitch && r->levels > 1) r->rows = own;
    else if (t->image_pitch) r->pitch = own;
    else if (!is_array(r->type) && r->type != IMAGE_3D && shared > r->size.width) r->pitch = shared;
}

static void read_slices(const struct traits *t, const u32 *words, struct image_resource *r)
{
    const u32 depth = field_of_words(words, IMAGE_RESOURCE_DEPTH), first = get(t, words, IMAGE_RESOURCE_BASE_ARRAY);
    r->slices_in_view = r->type == IMAGE_3D && !t->image_pitch && get(t, words, IMAGE_RESOURCE_ARRAY_PITCH) & 1;
    if (is_array(r->type) || r->slices_in_view) { r->first_slice = first; r->last_slice = depth; }
    if (r->type == IMAGE_3D) r->size.depth = depth + 1;
}

/* Contents that no T# may have (RDNA3 ISA, Table 50). */
static const char *contradiction(const struct image_resource *r, u32 count)
{
    if (r->type < IMAGE_1D) return "TYPE is reserved";
    if (count < RESOURCE_WORDS && (is_array(r->type) || r->type == IMAGE_3D)) return "TYPE needs 256 bits";
    if (r->texel.reserved) return "the format is reserved";
    if (r->base_level > r->last_level) return "BASE_LEVEL lies above LAST_LEVEL";
    if (r->last_level >= r->levels) return "LAST_LEVEL lies above MAX_MIP";
    if (r->first_slice > r->last_slice) return "BASE_ARRAY lies above the last slice";
    if (r->fragments > FRAGMENTS) return "LAST_LEVEL says more than 16 fragments";
    if (r->compressed) return "its data are compressed";         /* undocumented */
    if (r->texel.blocks) return 0;
    if (r->pitch && r->pitch < r->size.width) return "the pitch is less than the width";
    if (r->pitch % row_unit(r)) return "the row pitch is not a multiple of 256 bytes";
    if (r->pitch && r->levels > 1) return "an image of several levels has a pitch";
    return 0;
}

static const char *not_carried_out(const u32 *words)
{
    static const char *const tilings[] = {
        0,          "256B_S",   "256B_D",   "256B_R",   "4KB_Z",     "4KB_S",     "4KB_D",     "4KB_R",
        "64KB_Z",   "64KB_S",   "64KB_D",   "64KB_R",   "VAR_Z",     "VAR_S",     "VAR_D",     "VAR_R",
        "64KB_Z_T", "64KB_S_T", "64KB_D_T", "64KB_R_T", "4KB_Z_X",   "4KB_S_X",   "4KB_D_X",   "4KB_R_X",
        "64KB_Z_X", "64KB_S_X", "64KB_D_X", "64KB_R_X", "256KB_Z_X", "256KB_S_X", "256KB_D_X", "256KB_R_X",
    };
    return tilings[field_of_words(words, IMAGE_RESOURCE_SW_MODE)];
}

struct image_resource image_of_words(const struct traits *t, const u32 *given, u32 count)
{
    u32 words[RESOURCE_WORDS] = { 0 };
    memcpy(words, given, count * sizeof *words);
    u32 any = 0;
    for (u32 k = 0; k < RESOURCE_WORDS; k++) any |= words[k];
    struct image_resource r = {
        .base = canonical(long_field_of_words(words, IMAGE_RESOURCE_BASE) << 8),
        .type = (enum image_type)field_of_words(words, IMAGE_RESOURCE_TYPE),
        .size = { get(t, words, IMAGE_RESOURCE_WIDTH) + 1, field_of_words(words, IMAGE_RESOURCE_HEIGHT) + 1, 1 },
        .base_level = field_of_words(words, IMAGE_RESOURCE_BASE_LEVEL),
        .last_level = field_of_words(words, IMAGE_RESOURCE_LAST_LEVEL),
        .levels = get(t, words, IMAGE_RESOURCE_MAX_MIP) + 1,
        .fragments = 1,
        .min_lod = get(t, words, IMAGE_RESOURCE_MIN_LOD),
        .levels_below = t->levels_below,
    };
    if (is_flat(r.type)) r.size.height = 1;
    if (is_multisampled(r.type)) { r.fragments = 1u << r.last_level; r.last_level = 0; r.levels = 1; }
    r.texel = texel_of_image(t, words);
    r.unbound = !any || (!r.texel.bytes && !r.texel.reserved && !r.texel.blocks);
    r.compressed = field_of_words(words, IMAGE_RESOURCE_COMPRESSION_EN) && !not_carried_out(words);
    r.corners = !t->image_pitch && field_of_words(words, IMAGE_RESOURCE_CORNER_SAMPLES);
    read_slices(t, words, &r);
    read_layout(t, words, &r);
    if (!r.unbound) r.wrong = contradiction(&r, count);
    if (!r.unbound && !r.wrong) r.refused = not_carried_out(words);
    return r;
}

struct image_resource image_of(struct wave *w, const struct inst *i, bool *open)
{
    const struct operand *a = &i->s[1];
    u32 words[RESOURCE_WORDS] = { 0 };
    for (u32 k = 0; k < a->width; k++) words[k] = read_word(w, a, k, open);
    return image_of_words(w->t, words, a->width);
}

/* ---- the layout ---- */

struct extent extent_of(const struct image_resource *r, u32 level)
{
    const u32 n = r->base_level + level;
    struct extent e = { max1(r->size.width >> n), max1(r->size.height >> n), max1(r->size.depth >> n) };
    if (is_array(r->type) || r->slices_in_view) e.depth = r->last_slice - r->first_slice + 1;
    return e;
}

/* Texels of a row, rows, and offset in bytes of a level within its slice. */
struct plane { u64 pitch, rows, offset; };

/* Odd heights are halved and rounded up at each level, which equals one division rounded up. */
static struct plane plane_of(const struct image_resource *r, u32 level)
{
    const u32 width = halved_up(r->size.width, r->levels_below ? 0 : level);
    return (struct plane){ r->pitch ? r->pitch : rounded(width, row_unit(r)), halved_up(r->size.height, level), 0 };
}

static u64 plane_bytes(const struct image_resource *r, const struct plane *p)
{ return p->pitch * p->rows * r->texel.bytes; }

/* Vega: levels follow one another and are as wide as level 0, which comes first.  RDNA3: the last level comes first,
   with minimal rows (errata E-200). */
static struct plane find_plane(const struct image_resource *r, u32 level)
{
    struct plane p = plane_of(r, level);
    const u32 from = r->levels_below ? 0 : level + 1, to = r->levels_below ? level : r->levels;
    for (u32 n = from; n < to; n++) {
        const struct plane other = plane_of(r, n);
        p.offset += plane_bytes(r, &other);
    }
    return p;
}

u64 fragment_stride(const struct image_resource *r)
{
    u64 bytes = 0;
    for (u32 n = 0; n < r->levels; n++) {
        const struct plane p = plane_of(r, n);
        bytes += plane_bytes(r, &p);
    }
    if (r->rows) bytes = plane_of(r, 0).pitch * r->rows * r->texel.bytes;
    return bytes;
}

bool texel_address(const struct image_resource *r, struct texel_position s, u64 *address)
{
    if (s.level > r->last_level - r->base_level || s.fragment >= r->fragments) return false;
    const struct extent e = extent_of(r, s.level);
    if (s.x >= e.width || s.y >= e.height || s.z >= e.depth) return false;
    const struct plane p = find_plane(r, r->base_level + s.level);
    const u64 slice = (u64)(r->first_slice + s.z) * r->fragments + s.fragment;
    *address = r->base + slice * fragment_stride(r) + p.offset + (s.y * p.pitch + s.x) * r->texel.bytes;
    return true;
}
