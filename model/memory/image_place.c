/* Issue of image loads, stores and atomics: addresses, components, T# queries (RDNA3 ISA, 10.2; Vega ISA, 8.2). */
#include <string.h>
#include "decode.h"
#include "image.h"
#include "places.h"

enum { AXES = 5 };                     /* maximum of address words: three axes, fragment, level */

/* ---- the address ---- */

/* The declared type: DIM counts from 1D, TYPE from 8.  Without DIM the T# has the type, and DA says whether there is a
   slice (Vega ISA, 8.2). */
enum image_type image_declared(const struct inst *i, const struct image_resource *r)
{
    static const u8 dims[] = { IMAGE_1D,       IMAGE_2D,       IMAGE_3D,      IMAGE_CUBE,
                               IMAGE_1D_ARRAY, IMAGE_2D_ARRAY, IMAGE_2D_MSAA, IMAGE_2D_MSAA_ARRAY };
    const struct layout *l = &layouts[i->form->layout];
    if (has_field(l, F_DIM)) return (enum image_type)dims[field_of(l, i->words, F_DIM)];
    const bool array = field_of(l, i->words, F_DA);
    switch (r->type) {
    case IMAGE_1D: case IMAGE_1D_ARRAY: return array ? IMAGE_1D_ARRAY : IMAGE_1D;
    case IMAGE_2D: case IMAGE_2D_ARRAY: return array ? IMAGE_2D_ARRAY : IMAGE_2D;
    case IMAGE_2D_MSAA: case IMAGE_2D_MSAA_ARRAY: return array ? IMAGE_2D_MSAA_ARRAY : IMAGE_2D_MSAA;
    default: return r->type;
    }
}

/* Arrays, cubes and single images of one base type are compatible. */
enum image_type image_kind(enum image_type t)
{
    switch (t) {
    case IMAGE_1D_ARRAY: return IMAGE_1D;
    case IMAGE_2D_ARRAY: case IMAGE_CUBE: return IMAGE_2D;
    case IMAGE_2D_MSAA_ARRAY: return IMAGE_2D_MSAA;
    default: return t;
    }
}

/* The coordinate of each address word, in the order of the table in RDNA3 ISA, 10.2.  Returns their number. */
static u32 coordinates_of(const struct inst *i, enum image_type t, u8 *which)
{
    enum { X, Y, Z, FRAGMENT, LEVEL };
    u32 n = 0;
    if (i->op->access.info) { which[0] = LEVEL; return 1; }
    which[n++] = X;
    if (image_kind(t) != IMAGE_1D) which[n++] = Y;
    if (t == IMAGE_3D || is_array(t)) which[n++] = Z;
    if (is_multisampled(t)) which[n++] = FRAGMENT;
    if (i->op->access.mip) which[n++] = LEVEL;
    return n;
}

/* A16 packs two words in a register, the first in the low half. */
static u64 read_address(struct wave *w, const struct inst *i, const struct image_resource *r,
                        struct texel_position *position, u64 live)
{
    u8 which[AXES];
    const bool a16 = field_of(&layouts[i->form->layout], i->words, F_A16);
    const u32 count = coordinates_of(i, image_declared(i, r), which);
    u64 open = 0;
    for (u32 n = 0; n < count; n++) {
        const u32 *row = read_v(w, image_address(i, a16 ? n / 2 : n), live, &open);
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            const u32 x = a16 ? row[l] >> (n & 1 ? 16 : 0) & 0xffff : row[l];
            u32 *axes[AXES] = { &position[l].x, &position[l].y, &position[l].z, &position[l].fragment,
                                &position[l].level };
            *axes[which[n]] = x;
        }
    }
    return open;
}

/* ---- refused accesses ---- */

static bool lose(struct wave *w, struct body *b, enum rule_id rule, const char *text)
{
    report(w, rule, "%s; the result is unpredictable", text);
    b->lost = ~0ull;
    return false;
}

/* DMASK of an atomic must match the number of its data dwords (RDNA3 ISA, 10.4). */
static bool atomic_fits(const struct inst *i, struct body *b, const struct image_resource *r)
{
    const u32 mask = field_of(&layouts[i->form->layout], i->words, F_DMASK), bytes = r->texel.bytes;
    if (bytes == 8) b->as = i->op->access.wide;
    return (bytes == 4 || bytes == 8) && mask == (1u << i->form->s[2].width * bytes / 4) - 1;
}

static bool sound(struct wave *w, const struct inst *i, struct body *b, enum verb verb, const struct image_resource *r)
{
    if (verb != LOAD && !field_of(&layouts[i->form->layout], i->words, F_UNORM)) report(w, R_IMAGE_UNORM, "UNORM is 0");
    if (r->wrong) return lose(w, b, R_IMAGE_RESOURCE, r->wrong);
    if (!r->unbound && image_kind(image_declared(i, r)) != image_kind(r->type))
        return lose(w, b, R_IMAGE_DIMENSION, "the address is not one of the T#'s dimensions");
    if (i->op->access.mip && is_multisampled(image_declared(i, r)))
        return lose(w, b, R_IMAGE_DIMENSION, "a multi-sample image has no levels to name");
    if (r->texel.blocks && verb != LOAD) return lose(w, b, R_IMAGE_RESOURCE, "the format is not written");
    if (r->texel.blocks) b->lost = ~0ull;                        /* unspecified contents (errata E-268) */
    if (!r->unbound && verb == ATOMIC && !atomic_fits(i, b, r))
        return lose(w, b, R_IMAGE_ATOMIC, "DMASK and the format are none of an atomic");
    return !r->unbound && !r->texel.blocks;
}

/* ---- addresses ---- */

static struct moved moved_of(const struct inst *i)
{
    const struct layout *l = &layouts[i->form->layout];
    const u32 given = field_of(l, i->words, F_DMASK), mask = given ? given : 1;
    return (struct moved){
        .mask = (u8)(i->op->access.fragments ? mask & -mask : mask), /* of fragments one component (E-201) */
        .d16 = field_of(l, i->words, F_D16),
        .raw = i->op->access.raw,
        .sign = i->op->access.sign,
        .fragments = i->op->access.fragments,
    };
}

static bool place_lane(struct wave *w, const struct inst *i, struct body *b, enum verb verb,
                       const struct image_resource *r, struct texel_position s, int l)
{
    u64 address;
    u64 bytes = r->texel.bytes;
    if (i->op->access.fragments) s.fragment &= ~3u;
    if (!texel_address(r, s, &address)) return true;
    if (i->op->access.fragments) {
        const u32 left = r->fragments - s.fragment;
        b->present[l] = (u8)(left < 4 ? left : 4);
        b->step[l] = (u32)fragment_stride(r);
        bytes += (b->present[l] - 1u) * fragment_stride(r);
    }
    if (bytes <= 0xffffffff)
        b->at[0][l] = (verb == LOAD ? locate : locate_store)(w->m, address, (u32)bytes, &b->open_at[0][l]);
    if (b->at[0][l]) return true;
    stop(w, ASSAY_FAULT, "%s: lane %d: 0x%llx (%llu bytes) is not mapped%s", i->form->spelling, l,
         (unsigned long long)address, (unsigned long long)bytes, verb == LOAD ? "" : " or not writable");
    return false;
}

/* IMAGE_GET_RESINFO returns width, height, depth and the number of levels.  Arrays give slices, cubes faces (RDNA3 ISA,
   10.1).  A level that does not exist has size 0. */
static void describe(const struct inst *i, struct body *b, const struct image_resource *r,
                     const struct texel_position *position)
{
    const u32 mask = moved_of(i).mask, levels = r->last_level - r->base_level + 1;
    memset(b->data, 0, sizeof b->data);
    for (u32 l = 0; !r->unbound && l < LANES; l++) {
        const bool there = position[l].level < levels;
        const struct extent e = there ? extent_of(r, position[l].level) : (struct extent){ 0 };
        const u32 value[COMPONENTS] = { e.width, e.height, e.depth, levels };
        for (u32 k = 0, n = 0; k < COMPONENTS; k++) if (mask >> k & 1) b->data[n++][l] = value[k];
    }
}

/* Is the resource a V#, and not all zeros?  Then the instruction is ignored (RDNA3 ISA, 9.6). */
bool is_of_buffer(struct wave *w, const struct inst *i)
{
    u32 word[RESOURCE_WORDS], any = 0;
    bool open = false;
    for (u32 k = 0; k < i->s[1].width; k++) any |= word[k] = read_word(w, &i->s[1], k, &open);
    return any && !field_of_words(word, BUFFER_RESOURCE_TYPE);
}

bool place_image(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    struct texel_position position[LANES] = { { 0 } };
    bool open = false;
    if (is_of_buffer(w, i)) return true;
    struct image_resource r = image_of(w, i, &open);
    open |= read_address(w, i, &r, position, live) != 0;
    if (open && live) open_decides(w, R_OPEN_ADDRESS);
    if (i->op->access.info) {
        if (r.wrong) lose(w, b, R_IMAGE_RESOURCE, r.wrong);
        describe(i, b, &r, position);
        return true;
    }
    b->texel = r.texel;
    b->as = texel_access(r.texel.bytes);
    if (verb != ATOMIC) b->moved = moved_of(i);
    else b->as = 0;
    if (verb == STORE && b->moved.d16 && w->t->d16_store_counts)
        b->moved.mask = (u8)((1u << __builtin_popcount(b->moved.mask)) - 1);
    const bool nothing = !field_of(&layouts[i->form->layout], i->words, F_DMASK);
    if (nothing) memset(b->texel.select, 0, sizeof b->texel.select);
    if (r.refused) {
        stop(w, ASSAY_UNSUPPORTED, "%s: an image of %s", i->form->spelling, r.refused);
        return false;
    }
    if (!sound(w, i, b, verb, &r) || nothing) return true;
    for (u64 left = live; left; left &= left - 1)
        if (!place_lane(w, i, b, verb, &r, position[lowest(left)], lowest(left))) return false;
    return true;
}
