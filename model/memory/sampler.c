/* Computations of samplers before a texel is read (RDNA3 ISA, 10.6; Vega ISA, 8.2; errata E-210 to E-213). */
#include "sampler.h"
#include "float.h"

enum { SIXTEENTH = TEXEL / 16 };       /* LOD_BIAS_SEC has 4 fraction bits */
enum { NOTHING_LEFT = 60 };            /* a right shift by this leaves only the sign */

static i32 signed_field(const u32 *words, u32 field)
{
    const u32 up = 32 - (field >> 16);
    return (i32)(field_of_words(words, field) << up) >> up;
}

struct sampler sampler_of_words(const u32 *words)
{
    return (struct sampler){
        .clamp = { (u8)field_of_words(words, IMAGE_SAMPLER_CLAMP_X), (u8)field_of_words(words, IMAGE_SAMPLER_CLAMP_Y),
                   (u8)field_of_words(words, IMAGE_SAMPLER_CLAMP_Z) },
        .compare = (u8)field_of_words(words, IMAGE_SAMPLER_DEPTH_COMPARE_FUNC),
        .reduce = (u8)field_of_words(words, IMAGE_SAMPLER_FILTER_MODE),
        .border = (u8)field_of_words(words, IMAGE_SAMPLER_BORDER_COLOR_TYPE),
        .magnify = (u8)field_of_words(words, IMAGE_SAMPLER_XY_MAG_FILTER),
        .minify = (u8)field_of_words(words, IMAGE_SAMPLER_XY_MIN_FILTER),
        .depth = (u8)field_of_words(words, IMAGE_SAMPLER_Z_FILTER),
        .levels = (u8)field_of_words(words, IMAGE_SAMPLER_MIP_FILTER),
        .unnormalized = field_of_words(words, IMAGE_SAMPLER_FORCE_UNNORMALIZED),
        .truncates = field_of_words(words, IMAGE_SAMPLER_TRUNC_COORD),
        .half_steps = field_of_words(words, IMAGE_SAMPLER_MC_COORD_TRUNC),
        .faces_separate = field_of_words(words, IMAGE_SAMPLER_DISABLE_CUBE_WRAP),
        .degamma = field_of_words(words, IMAGE_SAMPLER_FORCE_DEGAMMA),
        .keeps_gamma = field_of_words(words, IMAGE_SAMPLER_SKIP_DEGAMMA),
        .min_lod = (i32)field_of_words(words, IMAGE_SAMPLER_MIN_LOD),
        .max_lod = (i32)field_of_words(words, IMAGE_SAMPLER_MAX_LOD),
        .bias = signed_field(words, IMAGE_SAMPLER_LOD_BIAS),
        .second_bias = signed_field(words, IMAGE_SAMPLER_LOD_BIAS_SEC) * SIXTEENTH,
    };
}

/* ---- coordinates ---- */

i64 fixed_point(f32 x, u32 scale, bool down)
{
    enum { BIAS = 127, FRACTION = 23, FAR = 31 };
    const u32 exponent = x.bits >> FRACTION & 255;
    const bool far_away = exponent >= BIAS + FAR;
    if (!exponent || is_nan_f32(x)) return 0;                    /* samplers flush denormals (10.4) */
    const u64 significand = far_away ? 1u << FRACTION : (x.bits & 0x7fffff) | 1u << FRACTION;
    const int left = far_away ? FAR - FRACTION : (int)exponent - BIAS - FRACTION,
              right = -left < NOTHING_LEFT ? -left : NOTHING_LEFT;
    const i64 size = (i64)(significand * scale * TEXEL << (left > 0 ? left : 0)),
              value = negative_f32(x) ? -size : size;
    if (left >= 0) return value;
    return (value + (down ? 0 : 1ll << (right - 1))) >> right;
}

static i32 within(i64 at, u32 size) { return at < 0 ? 0 : at >= size ? (i32)size - 1 : (i32)at; }
static i32 or_border(i64 at, u32 size) { return at < 0 || at >= size ? BORDER : (i32)at; }

/* CLAMP_*: 0 wrap, 1 mirror.  From 2 on, pairs of clamp and mirror once: to the last texel, half the border, the
   border. */
static i32 wrapped(u32 clamp, i64 at, u32 size, bool linear)
{
    const i64 n = size, once = at < 0 ? -1 - at : at, twice = (at % (2 * n) + 2 * n) % (2 * n);
    switch (clamp) {
    case 0:  return (i32)((at % n + n) % n);
    case 1:  return (i32)(twice < n ? twice : 2 * n - 1 - twice);
    case 2:  return within(at, size);
    case 3:  return within(once, size);
    case 6:  return or_border(at, size);
    case 7:  return or_border(once, size);
    default: return linear ? or_border(at, size) : within(at, size);
    }
}

struct taps taps_of(u32 clamp, i64 coordinate, u32 size, bool linear)
{
    const bool half = clamp == 4 || clamp == 5;
    const i64 end = (i64)size * TEXEL;
    if (clamp == 5 && coordinate < 0) coordinate = -coordinate;
    if (half) coordinate = coordinate < 0 ? 0 : coordinate > end ? end : coordinate;
    const i64 from = coordinate - (linear ? HALF_TEXEL : 0), at = from >> 8;
    return (struct taps){ { wrapped(clamp, at, size, linear), wrapped(clamp, at + 1, size, linear) },
                          linear ? from & (TEXEL - 1) : 0,
                          linear };
}

/* ---- faces of a cube ---- */

struct taps face_taps(i64 coordinate, u32 size, bool linear, i32 shift)
{
    const i64 end = (i64)size * TEXEL, below = coordinate < end ? coordinate : end, inside = below < 0 ? 0 : below,
              from = inside - (linear ? HALF_TEXEL : 0), at = (from >> 8) + shift;
    if (!linear) return (struct taps){ { within(at, size), 0 }, 0, false };
    return (struct taps){ { (i32)at, (i32)at + 1 }, from & (TEXEL - 1), true };
}

/* For each face its direction and the directions of s and t, as face numbers: two for each axis, the second one
   negative (V_CUBEID, V_CUBESC, V_CUBETC). */
static const u8 face_axes[][3] = { { 0, 5, 3 }, { 1, 4, 3 }, { 2, 0, 4 }, { 3, 0, 5 }, { 4, 0, 3 }, { 5, 1, 3 } };

/* Converts texel x between a direction and the axis; the inverse is the same. */
static i32 turned(u32 face_axis, i32 x, i32 size) { return face_axis & 1 ? size - 1 - x : x; }

/* A texel beyond the edge maps to the same distance from the edge on the other face, limited to its far end. */
struct face_texel across_edge(struct face_texel f, i32 size)
{
    const u8 *const from = face_axes[f.face];
    const u32 over = f.s < 0 || f.s >= size ? 1 : 2;
    const i32 at = over == 1 ? f.s : f.t, beyond = at < 0 ? -1 - at : at - size,
              given[] = { size - 1 - (beyond < size ? beyond : size - 1), f.s, f.t };
    const u32 face = from[over] ^ (at < 0);
    const u8 *const to = face_axes[face];
    i32 v[3];
    for (u32 k = 0; k < 3; k++) v[from[k] / 2] = turned(from[k], given[k], size);
    return (struct face_texel){ face, turned(to[1], v[to[1] / 2], size), turned(to[2], v[to[2] / 2], size) };
}

/* ---- levels ---- */

/* For a square of 2^e * m, repeated squaring of m gives the bits of its logarithm, rounded to nearest. */
i32 lod_of_square(f64 square)
{
    enum { BIAS = 1023, FRACTION = 52, BITS_OF_LOG = 9 };
    const i32 exponent = (i32)(square.bits >> FRACTION & 2047);
    u64 m = (square.bits << 11) | 1ull << 63;
    i32 log = exponent - BIAS;
    if (!exponent) return NO_LOD;
    for (int n = 0; n < BITS_OF_LOG; n++) {
        const unsigned __int128 both = (unsigned __int128)m * m;
        const bool carry = both >> 127;
        log = 2 * log + carry;
        m = (u64)(both >> (carry ? 64 : 63));
    }
    const i32 lod = (log + 2) >> 2;
    return lod < NO_LOD ? NO_LOD : lod > MOST_LOD ? MOST_LOD : lod;
}

i32 limited_lod(const struct sampler *s, const struct image_resource *r, i32 lod)
{
    const i32 last = (i32)(r->last_level - r->base_level) * TEXEL, least = (i32)r->min_lod - (i32)r->base_level * TEXEL;
    if (lod > s->max_lod) lod = s->max_lod;
    if (lod < s->min_lod) lod = s->min_lod;
    if (lod < least) lod = least;
    return lod > last ? last : lod;
}

/* At or below 0 the image is magnified, above minified.  At the last level the second one has no weight. */
struct level_choice choose_level(const struct sampler *s, i32 limited)
{
    const bool linear = (limited > 0 ? s->minify : s->magnify) & 1;
    const u32 above = limited > 0 ? (u32)limited : 0, nearest = (above + HALF_TEXEL) / TEXEL;
    const u32 level = s->levels == 0 ? 0 : s->levels == 1 ? nearest : above / TEXEL;
    return (struct level_choice){ level, s->levels == 2 ? above % TEXEL : 0, linear };
}
