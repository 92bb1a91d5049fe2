/* Addresses of operations with a sampler, at issue: coordinates and level of detail (RDNA3 ISA, 10.4; Vega ISA,
   8.2). */
#include "decode.h"
#include "sample.h"

/* Indices of address words: offsets, bias, reference, gradients, coordinates and level (10.4). */
struct words {
    u32 bias, reference, gradients, body, count, axes;
    bool half_gradients, half;
    const u32 *row[ADDRESS_ROWS];
};

static struct words words_of_address(const struct inst *i, enum image_type kind)
{
    const struct layout *l = &layouts[i->form->layout];
    const u32 asks = i->op->access.sampled, axes = axes_of(kind);
    struct words at = { .axes = axes, .half = field_of(l, i->words, F_A16) };
    at.half_gradients = asks & HALF_GRADIENTS || (at.half && !has_field(l, F_DIM));
    at.bias = asks & WITH_OFFSET ? 1 : 0;
    at.reference = at.bias + (asks & WITH_BIAS ? 1 : 0);
    at.gradients = at.reference + (asks & WITH_COMPARE ? 1 : 0);
    at.body = at.gradients;
    if (asks & WITH_GRADIENTS) at.body += at.half_gradients ? (axes + 1) / 2 * 2 : 2 * axes;
    at.count = axes + is_array(kind);
    return at;
}

/* Reads every register once. */
static u64 read_words(struct wave *w, const struct inst *i, struct words *at, u64 live)
{
    const u32 body = at->count + (i->op->access.sampled & (WITH_LOD | WITH_CLAMP) ? 1 : 0),
              count = at->body + (at->half ? (body + 1) / 2 : body);
    u64 open = 0;
    for (u32 n = 0; n < count && n < ADDRESS_ROWS; n++) at->row[n] = read_v(w, image_address(i, n), live, &open);
    return open;
}

static f32 number_at(struct fp *fp, const struct words *at, u32 word, bool half, u32 part, int l)
{
    const u32 x = at->row[word][l];
    return half ? exact_cvt_f32_f16(fp, (f16){ (u16)(x >> 16 * part) }) : (f32){ x };
}

/* Component n of coordinates, slice and level. */
static f32 body_at(struct fp *fp, const struct words *at, u32 n, int l)
{ return number_at(fp, at, at->body + (at->half ? n / 2 : n), at->half, n & 1, l); }

static f64 square_of(struct fp *fp, f32 step, u32 size)
{
    const f64 x = exact_mul_f64(fp, cvt_f64_f32(fp, step), cvt_f64_u32(fp, size));
    return exact_mul_f64(fp, x, x);
}

/* The longer of the steps to the right and down, in texels of level 0. */
static i32 lod_of_steps(struct fp *fp, const struct request *q, f32 step[2][AXES], u32 axes)
{
    const struct extent e = extent_of(&q->image, 0);
    const u32 size[AXES] = { e.width, e.height, e.depth };
    f64 most = { 0 };
    for (u32 way = 0; way < 2; way++) {
        f64 sum = { 0 };
        for (u32 k = 0; k < axes; k++)
            sum = exact_add_f64(fp, sum, square_of(fp, step[way][k], q->unnormalized ? 1 : size[k]));
        if (is_nan_f64(sum)) return NO_LOD;
        if (sum.bits > most.bits) most = sum;
    }
    return lod_of_square(most);
}

static void given_steps(struct fp *fp, const struct words *at, int l, f32 step[2][AXES])
{
    for (u32 way = 0; way < 2; way++)
        for (u32 k = 0; k < at->axes; k++) {
            const u32 half = way * ((at->axes + 1) / 2) + k / 2, whole = way * at->axes + k;
            step[way][k] = number_at(fp, at, at->gradients + (at->half_gradients ? half : whole), at->half_gradients,
                                     k & 1, l);
        }
}

/* Differences within a quad: second minus first lane, third minus first lane. */
static void implied_steps(struct fp *fp, const struct words *at, int l, f32 step[2][AXES])
{
    const int first = l & ~3;
    for (u32 k = 0; k < at->axes; k++) {
        const f32 here = body_at(fp, at, k, first);
        for (u32 way = 0; way < 2; way++)
            step[way][k] = exact_add_f32(fp, body_at(fp, at, k, first + 1 + (int)way), neg_f32(here));
    }
}

static i32 within_lods(i64 lod) { return lod < NO_LOD ? NO_LOD : lod > MOST_LOD ? MOST_LOD : (i32)lod; }

static i32 lod_at(struct fp *fp, const struct request *q, const struct words *at, int l)
{
    f32 step[2][AXES];
    i32 lod;
    if (q->sampled & AT_LEVEL_0) return 0;
    if (q->sampled & WITH_LOD) {
        lod = within_lods(fixed_point(body_at(fp, at, at->count, l), 1, false));
    } else {
        if (q->sampled & WITH_GRADIENTS) given_steps(fp, at, l, step);
        else implied_steps(fp, at, l, step);
        lod = lod_of_steps(fp, q, step, at->axes);
    }
    lod += q->sampler.bias + q->sampler.second_bias;
    if (q->sampled & WITH_BIAS) lod += within_lods(fixed_point(number_at(fp, at, at->bias, at->half, 0, l), 1, false));
    if (q->sampled & WITH_CLAMP) {
        const i32 least = within_lods(fixed_point(body_at(fp, at, at->count, l), 1, false));
        if (lod < least) lod = least;
    }
    return lod;
}

/* Without an explicit level it is computed for the quad.  Inactive lanes give no coordinates. */
static u64 without_quad(const struct request *q, u64 live)
{
    u64 whole = live & live >> 1 & live >> 2 & live >> 3 & 0x1111111111111111u;
    whole |= whole << 1;
    whole |= whole << 2;
    return q->sampled & (AT_LEVEL_0 | WITH_LOD | WITH_GRADIENTS) ? 0 : live & ~whole;
}

static void read_lane(struct fp *fp, struct body *b, const struct request *q, const struct words *at, int l)
{
    for (u32 k = 0; k < AXES; k++) b->address[S + k][l] = k < at->count ? body_at(fp, at, k, l).bits : 0;
    b->address[LOD][l] = (u32)lod_at(fp, q, at, l);
    b->address[OFFSETS][l] = q->sampled & WITH_OFFSET ? at->row[0][l] : 0;
    if (q->sampled & WITH_COMPARE) b->address[REFERENCE][l] = at->row[at->reference][l];
}

void read_address(struct wave *w, const struct inst *i, struct body *b, const struct request *q, u64 live)
{
    struct fp fp = sampling();
    struct words at = words_of_address(i, q->kind);
    if (read_words(w, i, &at, live)) open_decides(w, R_OPEN_ADDRESS);
    b->lost = without_quad(q, live);
    for (u64 left = live; left; left &= left - 1) read_lane(&fp, b, q, &at, lowest(left));
}
