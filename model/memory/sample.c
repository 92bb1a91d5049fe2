/* Operations with a sampler: combination of texels (RDNA3 ISA, 10.3, 10.4; Vega ISA, 8.2; errata E-210 to E-213). */
#include <string.h>
#include "decode.h"
#include "float.h"
#include "places.h"
#include "rows_sample.h"
#include "sample.h"
#include "texel.h"

enum { GATHERED = 4, FACES = 6, FACE_BITS = 3 };

/* ---- operands ---- */

/* The border colour by BORDER_COLOR_TYPE; BC_SWIZZLE locates alpha (RDNA3 ISA, Table 50), and the others are equal.
   Cases cannot provide a border colour table (errata E-266). */
static void border_color(const struct traits *t, const u32 *resource, struct request *q)
{
    static const u8 alpha_at[] = { 3, 1, 0, 0, 3, 2, 3, 3 };                     /* 6 and 7 are reserved */
    const u32 code = field_of_words(resource, IMAGE_RESOURCE_BC_SWIZZLE[t->family]), type = q->sampler.border,
              one = texel_one(&q->image.texel);
    for (u32 k = 0; k < COMPONENTS; k++) {
        const bool is_one = k == alpha_at[code] ? type : type == BORDER_WHITE;
        q->border[k] = is_one && texel_has(&q->image.texel, k) ? one : 0;
    }
}

static struct request request_of(const struct wave *w, const struct inst *i, const struct body *b)
{
    const struct layout *l = &layouts[i->form->layout];
    struct request q = {
        .image = image_of_words(w->t, b->resource, RESOURCE_WORDS),
        .sampler = sampler_of_words(b->sampler),
        .mask = field_of(l, i->words, F_DMASK),
        .sampled = i->op->access.sampled,
        .d16 = field_of(l, i->words, F_D16),
    };
    q.kind = image_declared(i, &q.image);
    texel_gamma(&q.image.texel, q.sampler.degamma, q.sampler.keeps_gamma);
    q.seams = q.kind == IMAGE_CUBE && !q.sampler.faces_separate;
    q.unnormalized = q.sampler.unnormalized || field_of(l, i->words, F_UNORM);
    border_color(w->t, b->resource, &q);
    return q;
}

/* ---- texels ---- */

/* Accumulated taps of a lane. */
struct blend { f64 sum[COMPONENTS]; u32 value[COMPONENTS], taps; bool open; u64 at; };
/* visitor: called for each place that is read, or 0 */
struct lane {
    const struct request *q;
    const struct body *b;
    struct wave *w;
    int l;
    visit_place *visitor;
    void *watcher;
};

/* ref OP texel (RDNA3 ISA, 10.6).  Normalised formats are within [0, 1]. */
static u32 compared(struct fp *fp, const struct request *q, u32 reference, u32 texel)
{
    const bool unit = q->image.texel.number == UNORM;
    const f32 r = unit ? clamp_f32(fp, (f32){ reference }) : (f32){ reference }, t = { texel };
    const bool less = less_f32(fp, r, t), equal = equal_f32(fp, r, t), more = less_f32(fp, t, r);
    const u32 func = q->sampler.compare;
    return (func & 1 && less) || (func & 2 && equal) || (func & 4 && more) || func == 7 ? one_f32 : 0;
}

/* False: unmapped. */
static bool read_texel(const struct lane *a, struct texel_position position, bool border, u32 value[COMPONENTS],
                       struct blend *x)
{
    const struct texel *texel = &a->q->image.texel;
    u32 raw[COMPONENTS] = { 0 };
    u8 *open = 0;
    memcpy(value, a->q->border, sizeof a->q->border);
    x->open |= border && a->q->sampler.border == BORDER_REGISTER;
    if (!border) {
        if (!texel_address(&a->q->image, position, &x->at)) { memset(value, 0, sizeof a->q->border); return true; }
        u8 *at = locate(a->w->m, x->at, texel->bytes, &open);
        if (!at) return false;
        if (a->visitor) a->visitor(a->watcher, a->l, at, texel->bytes, false);
        memcpy(raw, at, texel->bytes);
        for (u32 k = 0; open && k < texel->bytes; k++) x->open |= open[k];
        texel_components(texel, raw, value);
    }
    if (a->q->sampled & WITH_COMPARE) {
        struct fp fp = sampling();
        value[0] = compared(&fp, a->q, a->b->address[REFERENCE][a->l], value[0]);
        memset(value + 1, 0, (COMPONENTS - 1) * sizeof *value);
    }
    return true;
}

/* A tap with the whole weight is the only one, and its sum is not used. */
static void add_tap(struct blend *x, const struct request *q, const u32 *value, u64 weight)
{
    struct fp fp = sampling();
    const f64 share = cvt_f64_u32(&fp, (u32)weight);
    for (u32 k = 0; k < COMPONENTS; k++) {
        const f32 v = { value[k] }, old = { x->value[k] };
        const f32 least = min_f32(&fp, old, v), most = max_f32(&fp, old, v);
        const f64 part = exact_mul_f64(&fp, cvt_f64_f32(&fp, v), share);
        if (!q->sampler.reduce) x->sum[k] = x->taps ? exact_add_f64(&fp, x->sum[k], part) : part;
        x->value[k] = !x->taps ? value[k] : q->sampler.reduce == MINIMUM ? least.bits : most.bits;
    }
    x->taps++;
}

/* Adds a texel of layer, slice or depth row z. */
static bool add_texel(const struct lane *a, const i32 at[2], u32 z, u32 level, bool border, u64 weight, struct blend *x)
{
    u32 value[COMPONENTS];
    if (!read_texel(a, (struct texel_position){ (u32)at[0], (u32)at[1], z, level, 0 }, border, value, x)) return false;
    add_tap(x, a->q, value, weight);
    return true;
}

/* ---- cube faces that are filtered together ---- */

static bool is_inside(i32 at, i32 size) { return at >= 0 && at < size; }

static bool add_across(const struct lane *a, i32 s, i32 t, u32 layer, u32 level, u64 weight, struct blend *x)
{
    const i32 size = (i32)extent_of(&a->q->image, level).width;
    const struct face_texel f = across_edge((struct face_texel){ layer % FACES, s, t }, size);
    return add_texel(a, (const i32[]){ f.s, f.t }, layer / FACES * FACES + f.face, level, false, weight, x);
}

/* Weights of a cube have one factor of 8 bits less.  Where three faces meet, each texel takes a third of the missing
   fourth weight (errata E-264). */
static bool add_of_cube(const struct lane *a, const i32 at[2], u32 layer, u32 level, u64 whole, struct blend *x)
{
    const i32 size = (i32)extent_of(&a->q->image, level).width, s = at[0], t = at[1];
    const i32 inner[] = { s < 0 ? 0 : size - 1, t < 0 ? 0 : size - 1 };       /* if both are outside */
    const u64 third = whole / TEXEL, weight = 3 * third;
    const bool across = !is_inside(s, size), down = !is_inside(t, size);
    if (!across && !down) return add_texel(a, at, layer, level, false, weight, x);
    if (!across || !down) return add_across(a, s, t, layer, level, weight, x);
    return add_texel(a, inner, layer, level, false, third, x) && add_across(a, s, inner[1], layer, level, third, x) &&
           add_across(a, inner[0], t, layer, level, third, x);
}

static bool add_place(const struct lane *a, const i32 at[2], u32 z, u32 level, bool border, u64 weight, struct blend *x)
{ return a->q->seams ? add_of_cube(a, at, z, level, weight, x) : add_texel(a, at, z, level, border, weight, x); }

/* ---- one level ---- */

static i32 offset_of(u32 word, u32 axis) { return (i32)(word << (26 - 8 * axis)) >> 26; }

/* Slices and faces round to nearest even. */
static u32 whole_number(u32 bits)
{
    struct fp fp = sampling();
    const i64 n = fixed_point(exact_integral_f32(&fp, (f32){ bits }, NEAREST), 1, true) >> 8;
    return n < 0 ? 0 : n > 0xffff ? 0xffff : (u32)n;
}

static u32 least_of(u32 x, u32 most) { return x < most ? x : most; }

/* face = slice * 8 + face, and layers are slice * 6 + face (10.2, 10.3). */
static u32 layer_of(const struct lane *a, u32 slices)
{
    const u32 axes = axes_of(a->q->kind), n = whole_number(a->b->address[S + axes][a->l]);
    if (a->q->kind != IMAGE_CUBE) return is_array(a->q->kind) ? least_of(n, slices - 1) : 0;
    const u32 cubes = slices / FACES ? slices / FACES : 1;
    return least_of(n >> FACE_BITS, cubes - 1) * FACES + least_of(n & ((1u << FACE_BITS) - 1), FACES - 1);
}

/* Taps on an axis, `shift` texels further. */
static struct taps shifted_taps(const struct lane *a, u32 axis, u32 size, bool linear, i32 shift)
{
    const struct sampler *s = &a->q->sampler;
    if (axis >= axes_of(a->q->kind)) return (struct taps){ { 0, 0 }, 0, false };
    const bool cube = a->q->kind == IMAGE_CUBE;
    const f32 x = { a->b->address[S + axis][a->l] };
    i64 at = fixed_point(x, a->q->unnormalized ? 1 : size, s->truncates);
    if (cube) at -= (i64)size * TEXEL;                           /* face coordinates range from 1 to 2 */
    const i32 offset = offset_of(a->b->address[OFFSETS][a->l], axis);
    if (a->q->seams) return face_taps(at + (i64)offset * TEXEL, size, linear, shift);
    at += (i64)(offset + shift) * TEXEL;
    return taps_of(s->clamp[axis], at, size, linear);
}

/* MC_COORD_TRUNC truncates the fraction between texels of a plane (RDNA3 ISA, 10.6). */
static struct taps axis_taps(const struct lane *a, u32 axis, u32 size, bool linear)
{
    struct taps t = shifted_taps(a, axis, size, linear, 0);
    if (a->q->sampler.half_steps && axis < 2) t.weight &= HALF_TEXEL;
    return t;
}

/* Adds the corners of a footprint with their weights. */
static bool blend_level(const struct lane *a, u32 level, bool linear, u32 share, struct blend *x)
{
    const struct extent e = extent_of(&a->q->image, level);
    const bool deep = a->q->sampler.depth ? a->q->sampler.depth == 2 : linear;
    const struct taps axis[AXES] = { axis_taps(a, 0, e.width, linear), axis_taps(a, 1, e.height, linear),
                                     axis_taps(a, 2, e.depth, deep) };
    const u32 layer = layer_of(a, e.depth);
    for (u32 n = 0; n < 8; n++) {
        u64 weight = share;
        i32 at[AXES];
        bool border = false;
        for (u32 k = 0; k < AXES; k++) {
            const u32 second = n >> k & 1;
            at[k] = axis[k].at[second];
            border |= at[k] == BORDER;
            weight *= second ? axis[k].weight : TEXEL - axis[k].weight;
        }
        const u32 z = a->q->kind == IMAGE_3D ? (u32)at[2] : layer;
        if (weight && !add_place(a, at, z, level, border, weight, x)) return false;
    }
    return true;
}

static u32 flushed(const struct request *q, u32 bits)
{ return texel_is_integer(&q->image.texel) ? bits : bits & 0x7f800000 ? bits : bits & sign_of_f32; }

/* Weights of three axes and two levels have units of 2^-32 of the sum; of a cube a third of 2^-24.  They are rounded
   once.  A single texel, minimum or maximum is returned unchanged. */
static void finish(const struct request *q, struct blend *x)
{
    struct fp fp = sampling();
    const f64 third = { 0x3fd5555555555555 };
    for (u32 k = 0; k < COMPONENTS; k++) {
        const f64 sum = exact_ldexp_f64(&fp, x->sum[k], q->seams ? -24 : -32);
        if (x->taps > 1 && !q->sampler.reduce)
            x->value[k] = cvt_f32_f64(&fp, q->seams ? exact_mul_f64(&fp, sum, third) : sum).bits;
        x->value[k] = flushed(q, x->value[k]);
    }
}

static bool sample(const struct lane *a, struct blend *x)
{
    const struct request *q = a->q;
    const struct level_choice c = choose_level(&q->sampler,
                                               limited_lod(&q->sampler, &q->image, (i32)a->b->address[LOD][a->l]));
    const bool integers = texel_is_integer(&q->image.texel), linear = c.linear && !integers;
    const u32 weight = integers ? 0 : c.weight;
    if (!blend_level(a, c.level, linear, TEXEL - weight, x)) return false;
    if (weight && !blend_level(a, c.level + 1, linear, weight, x)) return false;
    finish(q, x);
    return true;
}

/* GATHER4: the four texels of a linear filter, counter-clockwise from the lower left (10.1). */
static void corners(const struct lane *a, struct extent e, i32 at[GATHERED][2])
{
    static const u8 corner[GATHERED][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };
    const struct taps across = axis_taps(a, 0, e.width, true), down = axis_taps(a, 1, e.height, true);
    for (u32 n = 0; n < GATHERED; n++) {
        at[n][0] = across.at[corner[n][0]];
        at[n][1] = down.at[corner[n][1]];
    }
}

/* GATHER4H: "4x1 texels" (10.1).  They are in the point's row: the two of a linear filter, one before and one after
   (errata E-214). */
static void row_of_four(const struct lane *a, struct extent e, i32 at[GATHERED][2])
{
    for (u32 n = 0; n < GATHERED; n++) {
        at[n][0] = shifted_taps(a, 0, e.width, true, (i32)n - 1).at[0];
        at[n][1] = axis_taps(a, 1, e.height, false).at[0];
    }
}

/* One component of four texels.  At a corner of three faces an integer format has no fourth value. */
static bool gather(const struct lane *a, u32 component, u32 *result, struct blend *x)
{
    const struct request *q = a->q;
    i32 at[GATHERED][2];
    const struct level_choice c = choose_level(&q->sampler,
                                               limited_lod(&q->sampler, &q->image, (i32)a->b->address[LOD][a->l]));
    const struct extent e = extent_of(&q->image, c.level);
    const u32 layer = layer_of(a, e.depth);
    if (q->sampled & IN_A_ROW) row_of_four(a, e, at);
    else corners(a, e, at);
    for (u32 n = 0; n < GATHERED; n++) {
        struct blend one = { 0 };
        const bool border = at[n][0] == BORDER || at[n][1] == BORDER,
                   there = add_place(a, at[n], layer, c.level, border, 1ull << 32, &one);
        x->at = one.at;
        if (!there) return false;
        finish(q, &one);
        x->open |= one.open || (one.taps > 1 && texel_is_integer(&q->image.texel));
        x->taps = one.taps > x->taps ? one.taps : x->taps;
        result[n] = texel_selected(&q->image.texel, component, one.value);
    }
    return true;
}

/* ---- results ---- */

/* IMAGE_GET_LOD: the limited level and the unlimited one. */
static u32 level_number(i32 lod)
{
    struct fp fp = sampling();
    return exact_ldexp_f32(&fp, exact_cvt_f32_i32(&fp, lod), -8).bits;
}

static bool result_of(const struct lane *a, u32 *result, u32 *count, struct blend *x)
{
    const struct request *q = a->q;
    const i32 lod = (i32)a->b->address[LOD][a->l];
    const u32 lods[COMPONENTS] = { level_number(limited_lod(&q->sampler, &q->image, lod)), level_number(lod) };
    if (q->sampled & GATHERS) {
        *count = GATHERED;
        return gather(a, (u32)lowest(q->mask), result, x);
    }
    if (!(q->sampled & ASKS_LOD) && !sample(a, x)) return false;
    for (u32 k = *count = 0; k < COMPONENTS; k++)
        if (q->mask >> k & 1)
            result[(*count)++] = q->sampled & ASKS_LOD ? lods[k] : texel_selected(&q->image.texel, k, x->value);
    return true;
}

static void put_result(struct body *b, const struct request *q, int l, const u32 *result, u32 count, bool open)
{
    for (u32 n = 0; n < count; n++) {
        const u32 row = q->d16 ? n / 2 : n;
        b->data[row][l] |= q->d16 ? texel_half(&q->image.texel, result[n]) << (n & 1 ? 16 : 0) : result[n];
        b->data_open[row] |= (u64)open << l;
    }
}

/* DMASK = 0: zeros (RDNA3 ISA, Table 48). */
static bool nothing_to_sample(const struct request *q) { return q->image.unbound || !q->mask; }

static void read_samples(struct wave *w, struct pending *p)
{
    struct body *b = body_of(w, p);
    const struct request q = request_of(w, p->by, b);
    for (u32 k = 0; k <= ELEMENT_ROWS; k++) memset(b->data[k], 0, sizeof b->data[k]);
    for (u64 left = b->sampled; left; left &= left - 1) {
        const int l = lowest(left);
        const struct lane a = { .q = &q, .b = b, .w = w, .l = l };
        struct blend x = { 0 };
        u32 result[COMPONENTS] = { 0 }, count = 0;
        if (!result_of(&a, result, &count, &x)) continue;
        put_result(b, &q, l, result, count, x.open);
        p->blended |= (u64)(!q.d16 && (x.taps > 1 || q.sampled & ASKS_LOD)) << l;
    }
}

static void each_texel(struct wave *w, const struct pending *p, visit_place *visitor, void *watcher)
{
    const struct body *b = body_of(w, p);
    const struct request q = request_of(w, p->by, b);
    for (u64 left = b->sampled; left; left &= left - 1) {
        const struct lane a = { &q, b, w, lowest(left), visitor, watcher };
        struct blend x = { 0 };
        u32 result[COMPONENTS], count;
        result_of(&a, result, &count, &x);
    }
}

/* ---- issue ---- */

static const char *contradiction(const struct inst *i, const struct request *q)
{
    if (q->image.wrong) return q->image.wrong;
    if (is_multisampled(q->kind)) return "the image has fragments";
    if (!q->image.unbound && image_kind(q->kind) != image_kind(q->image.type))
        return "the address is not one of the T#'s dimensions";
    if (q->seams && q->image.size.width != q->image.size.height) return "faces of a cube are no squares";
    if (i->op->access.sampled & GATHERS && (q->mask & (q->mask - 1))) return "DMASK of a gather has several bits";
    return 0;
}

static void read_constants(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    bool open = false;
    memset(b->resource, 0, sizeof b->resource);
    b->sampled = 0;
    for (u32 k = 0; k < i->s[1].width; k++) b->resource[k] = read_word(w, &i->s[1], k, &open);
    for (u32 k = 0; k < SAMPLER_WORDS; k++) b->sampler[k] = read_word(w, &i->s[3], k, &open);
    if (open && live) open_decides(w, R_OPEN_ADDRESS);
}

/* Are all texels mapped?  False: one is not, and the run has stopped. */
static bool all_mapped(struct wave *w, const struct inst *i, const struct body *b, const struct request *q, u64 live)
{
    for (; live; live &= live - 1) {
        const struct lane a = { .q = q, .b = b, .w = w, .l = lowest(live) };
        struct blend x = { 0 };
        u32 result[COMPONENTS], count;
        if (result_of(&a, result, &count, &x)) continue;
        stop(w, ASSAY_FAULT, "%s: lane %d: 0x%llx (%u bytes) is not mapped", i->form->spelling, a.l,
             (unsigned long long)x.at, q->image.texel.bytes);
        return false;
    }
    return true;
}

/* Undocumented combinations (errata E-213, E-268, E-287). */
static bool is_open(const struct traits *t, const struct request *q)
{
    if (t->second_bias_scaled && q->sampler.second_bias && !(q->sampled & AT_LEVEL_0)) return true;
    return (q->image.texel.blocks || q->image.corners) && !(q->sampled & ASKS_LOD);
}

static bool prepare(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    read_constants(w, i, b, live);
    if (is_of_buffer(w, i)) return true;
    const struct request q = request_of(w, i, b);
    const char *const wrong = contradiction(i, &q);
    if (q.image.refused) {
        stop(w, ASSAY_UNSUPPORTED, "%s: an image of %s", i->form->spelling, q.image.refused);
        return false;
    }
    if (wrong) {
        report(w, R_IMAGE_RESOURCE, "%s; the result is unpredictable", wrong);
        b->lost = ~0ull;
        return true;
    }
    read_address(w, i, b, &q, live);
    if (is_open(w->t, &q)) b->lost = ~0ull;
    if (!nothing_to_sample(&q)) b->sampled = live & ~b->lost;
    return all_mapped(w, i, b, &q, b->sampled);
}

void run_sample(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w->t, i, LOAD);
    struct body *b = reserve_body(w, &e);
    const u64 live = is_of_buffer(w, i) ? 0 : vector_result_lanes(w, i);
    if (!prepare(w, i, b, live)) return;
    struct pending *p = record(w, i, &e, b, LOAD, live);
    p->perform_access = read_samples;
    p->places = each_texel;
    check_own(w, p);
    check_waves(w, p);
    check_groups(w, p, false);
    advance_by_policy(w, p);
}

#include "rows_sample.inc"
