/* Intersects a ray with a node of a bounding volume hierarchy (RDNA3 ISA, 10.9).  The manual defines operands and
   results.  The node layout and the computation follow AMD's GPURT library, RTIP 2.0 (errata E-190, E-191). */
#include <string.h>
#include "decode.h"
#include "float.h"
#include "places.h"
#include "rows_bvh.h"

enum { UNIT = 64, AXES = 3, CHILDREN = 4, NODE_WORDS = 32 };
enum { BOX16 = 4, BOX32 = 5 };                /* node types; smaller ones are triangles, larger ones have no geometry */
enum { TYPE_RESOURCE = 8, FLAGS_WORD = 28, ID_WORD = 15 };
#define NO_NODE 0xffffffffu

/* Flags in a 64-bit node pointer, from bit 54 on. */
enum {
    FORCE_OPAQUE = 1,
    FORCE_NON_OPAQUE = 2,
    KEEP_FACES = 4,
    FLIP_FACES = 8,
    CULL_BACK = 16,
    CULL_FRONT = 32,
    CULL_OPAQUE = 64,
    CULL_NON_OPAQUE = 128,
    SKIP_TRIANGLES = 256,
    SKIP_PROCEDURAL = 512
};
/* Flags of a child in a box node, and of a triangle in a triangle node: one byte of a dword. */
enum { ONLY_OPAQUE = 1, ONLY_NON_OPAQUE = 2, ONLY_TRIANGLES = 4, ONLY_PROCEDURAL = 8 };
enum { I_SOURCE = 0, J_SOURCE = 2, DOUBLE_SIDED = 16, FLIP_WINDING = 32, PROCEDURAL = 64, IS_OPAQUE = 128 };

struct ray { f32 extent, origin[AXES], direction[AXES], inverse[AXES]; };
struct node { u32 word[NODE_WORDS], type, flags; };        /* flags: 0 if the T# says that pointers have none */
struct answer { u32 word[4]; bool open[4]; };

/* ---- operands ---- */

static bool has_flags(const struct body *b) { return field_of_words(b->resource, BVH_RESOURCE_POINTER_FLAGS); }
static bool is_wide(const struct inst *i)   { return i->form->parts[i->form->part_count - 1].width == 2; }

/* Address registers by group: consecutive, or selected by NSA (10.9.2).  Returns undefined lanes. */
static u64 read_ray(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    const struct layout *l = &layouts[i->form->layout];
    const struct image m = image_operands(i, &i->form->parts[i->form->part_count - 1]);
    u64 open = 0;
    for (u32 n = 0, row = 0; n < m.addresses; n++) {
        const u32 first = n ? i->words[2] >> 8 * (n - 1) & 255 : field_of(l, i->words, F_VADDR);
        for (u32 k = 0; k < m.width[n]; k++, row++) {
            u64 now = 0;
            memcpy(b->address[row], read_v(w, first + k, live, &now), sizeof b->address[row]);
            open |= now;
            if (row <= is_wide(i) && now) open_decides(w, R_OPEN_ADDRESS);
        }
    }
    return open;
}

/* A16 packs each direction with its inverse. */
static struct ray ray_of(struct fp *fp, const struct inst *i, const struct body *b, int l)
{
    const u32 first = is_wide(i) ? 2 : 1;
    const bool half = field_of(&layouts[i->form->layout], i->words, F_A16);
    struct ray r = { .extent = { b->address[first][l] } };
    for (u32 k = 0; k < AXES; k++) {
        const u32 direction = b->address[first + 4 + k][l], inverse = b->address[first + 7 + k][l];
        r.origin[k] = (f32){ b->address[first + 1 + k][l] };
        r.direction[k] = half ? exact_cvt_f32_f16(fp, (f16){ (u16)direction }) : (f32){ direction };
        r.inverse[k] = half ? exact_cvt_f32_f16(fp, (f16){ (u16)(direction >> 16) }) : (f32){ inverse };
    }
    return r;
}

static u64 pointer_of(const struct inst *i, const struct body *b, int l)
{ return wide(b->address[0][l], is_wide(i) ? b->address[1][l] : 0); }

/* ---- boxes ---- */

static f32 minus(struct fp *fp, f32 a, f32 b) { return exact_add_f32(fp, a, neg_f32(b)); }

static f32 coordinate(struct fp *fp, const struct node *n, u32 which)
{
    if (n->type == BOX32) return (f32){ n->word[4 + which] };
    return exact_cvt_f32_f16(fp, (f16){ (u16)(n->word[4 + which / 2] >> 16 * (which & 1)) });
}

/* The ray enters a box when it has entered all three pairs of planes.  A plane that gives a NaN contains the ray and
   does not count.  False: no hit. */
static bool enters(struct fp *fp, const struct node *n, u32 child, const struct ray *r, f32 growth, f32 *time)
{
    f32 begins[AXES], ends[AXES];
    for (u32 k = 0; k < AXES; k++) {
        f32 at[2];
        for (u32 side = 0; side < 2; side++)
            at[side] = exact_mul_f32(fp, minus(fp, coordinate(fp, n, 6 * child + AXES * side + k), r->origin[k]),
                                     r->inverse[k]);
        const bool forward = at_most_f32(fp, (f32){ 0 }, r->inverse[k]);
        begins[k] = at[!forward];
        ends[k] = at[forward];
    }
    const f32 near = max_f32(fp, max_f32(fp, begins[0], begins[1]), begins[2]),
              far = min_f32(fp, min_f32(fp, ends[0], ends[1]), ends[2]);
    *time = max_f32(fp, near, (f32){ 0 });
    const f32 leaves = exact_mul_f32(fp, min_f32(fp, far, r->extent), growth);
    return !is_nan_f32(near) && !is_nan_f32(far) && at_most_f32(fp, *time, leaves);
}

static bool child_culled(const struct node *n, u32 child)
{
    if (n->type != BOX32) return false;
    const u32 has = n->word[FLAGS_WORD] >> 8 * child & 255, asks = n->flags;
    const bool opaque = (has & ONLY_OPAQUE || asks & FORCE_OPAQUE) && !(asks & FORCE_NON_OPAQUE),
               other = (has & ONLY_NON_OPAQUE || asks & FORCE_NON_OPAQUE) && !(asks & FORCE_OPAQUE);
    return (opaque && asks & CULL_OPAQUE) || (other && asks & CULL_NON_OPAQUE) ||
           (has & ONLY_TRIANGLES && asks & SKIP_TRIANGLES) || (has & ONLY_PROCEDURAL && asks & SKIP_PROCEDURAL);
}

/* Sorts by distance; missed boxes come last. */
static void sort(struct fp *fp, u32 *child, f32 *time)
{
    static const u8 pairs[][2] = { { 0, 2 }, { 1, 3 }, { 0, 1 }, { 2, 3 }, { 1, 2 } };
    for (u32 p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const u32 a = pairs[p][0], b = pairs[p][1], pointer = child[a];
        const f32 at = time[a];
        if (pointer != NO_NODE && (child[b] == NO_NODE || !less_f32(fp, time[b], at))) continue;
        child[a] = child[b];
        time[a] = time[b];
        child[b] = pointer;
        time[b] = at;
    }
}

/* Grows a box by the factor 1 + n * 2^-24, in f32. */
static struct answer boxes(struct fp *fp, const struct body *b, const struct node *n, const struct ray *r)
{
    const u32 grow = field_of_words(b->resource, BVH_RESOURCE_BOX_GROW);
    const f32 more = exact_ldexp_f32(fp, exact_cvt_f32_u32(fp, grow), -24),
              growth = exact_add_f32(fp, (f32){ one_f32 }, more);
    struct answer a = { .open = { false } };
    f32 time[CHILDREN];
    for (u32 k = 0; k < CHILDREN; k++)
        a.word[k] = enters(fp, n, k, r, growth, &time[k]) && !child_culled(n, k) ? n->word[k] : NO_NODE;
    if (field_of_words(b->resource, BVH_RESOURCE_BOX_SORT)) sort(fp, a.word, time);
    return a;
}

/* ---- triangles ---- */

struct vector { f32 at[AXES]; };

static struct vector difference(struct fp *fp, struct vector a, struct vector b)
{
    struct vector d;
    for (u32 k = 0; k < AXES; k++) d.at[k] = minus(fp, a.at[k], b.at[k]);
    return d;
}

static struct vector cross(struct fp *fp, struct vector a, struct vector b)
{
    struct vector c;
    for (u32 k = 0; k < AXES; k++) {
        const u32 m = (k + 1) % AXES, n = (k + 2) % AXES;
        c.at[k] = minus(fp, exact_mul_f32(fp, a.at[m], b.at[n]), exact_mul_f32(fp, a.at[n], b.at[m]));
    }
    return c;
}

static f32 dot(struct fp *fp, struct vector a, struct vector b)
{
    const f32 xy = exact_add_f32(fp, exact_mul_f32(fp, a.at[0], b.at[0]), exact_mul_f32(fp, a.at[1], b.at[1]));
    return exact_add_f32(fp, xy, exact_mul_f32(fp, a.at[2], b.at[2]));
}

/* The corner of a node that a triangle uses, of five corners. */
static struct vector corner(const struct node *n, u32 which)
{
    static const u8 of_triangle[][AXES] = { { 0, 1, 2 }, { 1, 3, 2 }, { 2, 3, 4 }, { 2, 4, 0 } };
    struct vector v;
    for (u32 k = 0; k < AXES; k++) v.at[k] = (f32){ n->word[AXES * of_triangle[n->type][which] + k] };
    return v;
}

/* Scaled by the denominator: the time, and the weights of the second and third corner. */
struct plane_crossing { f32 time, denominator, i, j; };

static struct plane_crossing cross_plane(struct fp *fp, const struct node *n, const struct ray *r)
{
    struct vector origin, direction;
    memcpy(origin.at, r->origin, sizeof origin.at);
    memcpy(direction.at, r->direction, sizeof direction.at);
    const struct vector first = corner(n, 0), e1 = difference(fp, corner(n, 1), first),
                        e2 = difference(fp, corner(n, 2), first), from = difference(fp, origin, first),
                        s1 = cross(fp, direction, e2), s2 = cross(fp, from, e1);
    return (struct plane_crossing){ dot(fp, e2, s2), dot(fp, s1, e1), dot(fp, from, s1), dot(fp, direction, s2) };
}

/* Is the point within the triangle or on an edge, and not behind the origin?  A ray in its plane misses it. */
static bool inside(struct fp *fp, struct plane_crossing m)
{
    const bool back = negative_f32(m.denominator);
    const f32 zero = { 0 }, d = abs_f32(m.denominator), i = back ? neg_f32(m.i) : m.i, j = back ? neg_f32(m.j) : m.j,
              t = back ? neg_f32(m.time) : m.time;
    return less_f32(fp, zero, d) && at_most_f32(fp, zero, i) && at_most_f32(fp, zero, j) && at_most_f32(fp, zero, t) &&
           at_most_f32(fp, exact_add_f32(fp, i, j), d);
}

static bool triangle_culled(const struct node *n, u32 says, bool front)
{
    const u32 asks = n->flags;
    const bool opaque = asks & FORCE_OPAQUE || (!(asks & FORCE_NON_OPAQUE) && says & IS_OPAQUE),
               faces = !(says & (PROCEDURAL | DOUBLE_SIDED)) && !(asks & KEEP_FACES);
    return asks & (says & PROCEDURAL ? SKIP_PROCEDURAL : SKIP_TRIANGLES) ||
           (faces && asks & (front ? CULL_FRONT : CULL_BACK)) || asks & (opaque ? CULL_OPAQUE : CULL_NON_OPAQUE);
}

/* I and J are the weights of corners that the node selects; 3 selects none. */
static void weights(struct fp *fp, struct answer *a, struct plane_crossing m, u32 says, bool known)
{
    const f32 rest = minus(fp, minus(fp, m.denominator, m.i), m.j);
    const u32 all[4] = { rest.bits, m.i.bits, m.j.bits }, from[2] = { says >> I_SOURCE & 3, says >> J_SOURCE & 3 };
    for (u32 k = 0; k < 2; k++) {
        a->word[2 + k] = all[from[k]];
        a->open[2 + k] = !known || from[k] == 3;
    }
}

static struct answer triangle(struct fp *fp, const struct body *b, const struct node *n, const struct ray *r)
{
    struct plane_crossing m = cross_plane(fp, n, r);
    const u32 says = n->word[ID_WORD] >> 8 * n->type & 255;
    const bool flags = has_flags(b), flipped = flags && !(n->flags & FLIP_FACES) != !(says & FLIP_WINDING),
               front = negative_f32(m.denominator) == flipped,
               hit = inside(fp, m) && !(flags && triangle_culled(n, says, front));
    struct answer a = { { hit ? m.time.bits : infinity_f32, hit ? m.denominator.bits : one_f32 }, { 0 } };
    if (hit && flipped)
        for (u32 k = 0; k < 2; k++) a.word[k] ^= sign_of_f32;
    if (field_of_words(b->resource, BVH_RESOURCE_TRIANGLE_RETURN_MODE)) {
        weights(fp, &a, m, says, hit && !flipped);
    } else {
        a.word[2] = n->word[ID_WORD];
        a.word[3] = hit;
    }
    return a;
}

/* ---- the access ---- */

static u32 node_bytes(u32 type) { return type == BOX32 ? 2 * UNIT : UNIT; }

static struct answer answer_of(struct fp *fp, const struct inst *i, const struct body *b, int l)
{
    const u64 pointer = pointer_of(i, b, l);
    const struct ray r = ray_of(fp, i, b, l);
    struct node n = { .type = pointer & 7, .flags = has_flags(b) ? (u32)(pointer >> 54) : 0 };
    struct answer a = { { NO_NODE, NO_NODE, NO_NODE, NO_NODE }, { 0 } };
    bool open = false;
    if (n.type > BOX32 || !b->at[0][l]) return a;
    memcpy(n.word, b->at[0][l], node_bytes(n.type));
    for (u32 k = 0; b->open_at[0][l] && k < node_bytes(n.type); k++) open |= b->open_at[0][l][k];
    a = n.type < BOX16 ? triangle(fp, b, &n, &r) : boxes(fp, b, &n, &r);
    for (u32 k = 0; k < 4; k++) a.open[k] |= open;
    return a;
}

static void intersect(struct wave *w, struct pending *p)
{
    struct body *b = body_of(w, p);
    struct fp fp = { .denorm = { KEEP_IN | KEEP_OUT, KEEP_IN } };      /* halves are sources only */
    for (u64 left = p->live; left; left &= left - 1) {
        const int l = lowest(left);
        const struct answer a = answer_of(&fp, p->by, b, l);
        for (u32 k = 0; k < 4; k++) {
            b->data[k][l] = a.word[k];
            b->data_open[k] |= (u64)a.open[k] << l;
        }
    }
}

static bool place_node(struct wave *w, const struct inst *i, struct body *b, int l)
{
    const u64 pointer = pointer_of(i, b, l), last = long_field_of_words(b->resource, BVH_RESOURCE_SIZE),
              index = (has_flags(b) ? pointer << 10 >> 10 : pointer) >> 3,
              base = long_field_of_words(b->resource, BVH_RESOURCE_BASE) << 8, at = canonical(base + index * UNIT);
    const u32 type = pointer & 7;
    if (type > BOX32) return true;
    if (index > last) {
        report(w, R_MEMORY_BVH_RANGE, "lane %d: node %llu is beyond the last one, %llu", l, (unsigned long long)index,
               (unsigned long long)last);
        b->lost |= 1ull << l;
        return true;
    }
    b->at[0][l] = locate(w->m, at, node_bytes(type), &b->open_at[0][l]);
    if (!b->at[0][l]) {
        stop(w, ASSAY_FAULT, "%s: lane %d: 0x%llx (%u bytes) is not mapped", i->form->spelling, l,
             (unsigned long long)at, node_bytes(type));
        return false;
    }
    b->present[l] = UNIT / 4;
    if (type == BOX32) b->at[1][l] = b->at[0][l] + UNIT;
    return true;
}

static bool reserved(const u32 *word)
{ return word[1] >> 8 & 0x7fff || word[3] >> 10 & 0x1fff || field_of_words(word, BVH_RESOURCE_TYPE) != TYPE_RESOURCE; }

/* A node is one element of 64 bytes, or two. */
void run_intersection(struct wave *w, const struct inst *i)
{
    static const struct access unit = { .bits = 8 * UNIT, .count = 2 };
    const struct event e = event_of(w->t, i, LOAD);
    struct body *b = reserve_body(w, &e);
    const u64 live = vector_result_lanes(w, i);
    bool open = false;
    for (u32 k = 0; k < 4; k++) b->resource[k] = read_word(w, &i->s[1], k, &open);
    if (open && live) open_decides(w, R_OPEN_ADDRESS);
    b->as = &unit;
    b->lost = read_ray(w, i, b, live);
    if (reserved(b->resource)) {
        report(w, R_MEMORY_BVH, "the type of the T# is not 8, or bits are set that are reserved");
        b->lost = ~0ull;
    } else {
        for (u64 left = live; left; left &= left - 1) if (!place_node(w, i, b, lowest(left))) return;
    }
    struct pending *p = record(w, i, &e, b, LOAD, live);
    p->perform_access = intersect;
    check_waves(w, p);
    check_groups(w, p, false);
    advance_by_policy(w, p);
}

#include "rows_bvh.inc"
