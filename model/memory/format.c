/* Data formats of typed buffers: packed components in memory, low bits first, and register values (RDNA3 ISA, 9.3,
   10.7; Vega ISA, 8.1.5). */
#include <string.h>
#include "decode.h"
#include "image.h"
#include "places.h"
#include "texel.h"

enum { ZERO = 0, ONE = 1, RED = 4 };                             /* codes of DST_SEL */
/* Layouts of buffers and images come first.  The others have Vega's image numbers; the last three have numbers of their
   own. */
enum { BUFFER_LAYOUTS = 15, L_5_6_5 = 16, L_8_24 = 20, L_24_8, L_X24_8_32, L_4_4, L_6_5_5, L_5_9_9_9, LAYOUTS };

/* Bits of each component, by Vega's DATA_FORMAT.  The last one listed is lowest in memory (errata E-048). */
static const u8 widths[LAYOUTS][COMPONENTS] = {
    { 0 },
    { 8 },
    { 16 },
    { 8, 8 },
    { 32 },
    { 16, 16 },
    { 11, 11, 10 },
    { 10, 11, 11 },
    { 2, 10, 10, 10 },
    { 10, 10, 10, 2 },
    { 8, 8, 8, 8 },
    { 32, 32 },
    { 16, 16, 16, 16 },
    { 32, 32, 32 },
    { 32, 32, 32, 32 },
    { 0 },
    { 5, 6, 5 },
    { 5, 5, 5, 1 },
    { 1, 5, 5, 5 },
    { 4, 4, 4, 4 },
    { 24, 8 },
    { 8, 24 },
    { 32, 8 },
    { 4, 4 },
    { 5, 5, 6 },
    { 9, 9, 9, 5 },
};

/* RDNA3's codes from 1 on: each layout with the number formats that it has (RDNA3 ISA, 10.7). */
static const struct {
    u8 layout, numbers;
} unified[] = {
    { 1, 0x3f }, { 2, 0xbf }, { 3, 0x3f },  { 4, 0xb0 },  { 5, 0xbf },  { 6, 0x80 },  { 7, 0x80 },
    { 8, 0x33 }, { 9, 0x3f }, { 10, 0x3f }, { 11, 0xb0 }, { 12, 0xbf }, { 13, 0xb0 }, { 14, 0xb0 },
};

static u8 bytes_of(u32 layout)
{
    const u8 *bits = widths[layout];
    return (u8)((bits[0] + bits[1] + bits[2] + bits[3]) / 8);
}

static struct texel unified_format(u32 code)
{
    for (u32 n = 0; n < sizeof unified / sizeof *unified; n++)
        for (u32 left = unified[n].numbers; left; left &= left - 1)
            if (!--code) return (struct texel){ .layout = unified[n].layout, .number = (u8)lowest(left) };
    return (struct texel){ .reserved = true };
}

/* Vega has separate codes for layout and number; unlisted combinations are reserved. */
static struct texel split_format(u32 layout, u32 number)
{
    const u32 bits = layout < BUFFER_LAYOUTS ? widths[layout][0] : 0;
    const bool no_float = number == FLOATING && bits < 16 && layout != 6 && layout != 7,
               no_integer = number < UNSIGNED && bits == 32;
    if (!layout) return (struct texel){ 0 };
    if (!bits || number == RESERVED_NUMBER || no_float || no_integer) return (struct texel){ .reserved = true };
    return (struct texel){ .layout = (u8)layout, .number = (u8)number };
}

static struct texel of_resource(const struct wave *w, const u32 *resource)
{
    const u32 code = field_of_words(resource, BUFFER_RESOURCE_FORMAT);
    if (!w->t->unified_format)
        return split_format(field_of_words(resource, BUFFER_RESOURCE_DATA_FORMAT),
                            field_of_words(resource, BUFFER_RESOURCE_NUM_FORMAT));
    return code ? unified_format(code) : (struct texel){ 0 };
}

static struct texel of_instruction(const struct wave *w, const struct inst *i)
{
    const u32 code = field_of(&layouts[i->form->layout], i->words, F_FORMAT);
    if (!w->t->unified_format) return split_format(code & 15, code >> 4);
    return code ? unified_format(code) : (struct texel){ 0 };
}

struct texel texel_of(const struct wave *w, const struct inst *i, const u32 *resource)
{
    const bool typed = i->form->encoding == E_MTBUF;
    struct texel x = typed ? of_instruction(w, i) : of_resource(w, resource);
    for (u32 k = 0; k < COMPONENTS; k++) x.select[k] = (u8)(typed ? RED + k : resource[3] >> 3 * k & 7);
    x.bytes = bytes_of(x.layout);
    return x;
}

/* ---- images ---- */

/* RDNA3's image formats from code 64 on (10.7).  0: reserved, or blocks of texels or bits. */
enum { FIRST_OF_IMAGES = 64 };
static const struct {
    u8 layout, number;
} image_codes[] = {
    { 1, SRGB },
    { 3, SRGB },
    { 10, SRGB },
    { L_5_9_9_9, FLOATING },
    { 16, UNORM },
    { 17, UNORM },
    { 18, UNORM },
    { 19, UNORM },
    { L_4_4, UNORM },
    { 0, 0 },
    { 0, 0 },
    { 4, FLOATING },
    { L_8_24, UNORM },
    { L_8_24, UNSIGNED },
    { L_24_8, UNORM },
    { L_24_8, UNSIGNED },
    { L_X24_8_32, UNSIGNED },
    { L_X24_8_32, FLOATING },
};

/* Vega's image layouts and the model's numbers for them. */
static const struct {
    u8 code, layout;
} vega_layouts[] = {
    { 16, L_5_6_5 }, { 17, L_5_6_5 + 1 }, { 18, L_5_6_5 + 2 }, { 19, L_5_6_5 + 3 }, { 20, L_8_24 },
    { 21, L_24_8 },  { 22, L_X24_8_32 },  { 34, L_5_9_9_9 },   { 57, L_4_4 },       { 58, L_6_5_5 },
};

static bool only_bytes(u32 layout) { return layout == 1 || layout == 3 || layout == 10; }

static bool goes_together(u32 layout, u32 number)
{
    if (layout < BUFFER_LAYOUTS) return number == SRGB && only_bytes(layout);
    if (layout == L_5_9_9_9) return number == FLOATING;
    if (layout == L_X24_8_32) return number == UNSIGNED || number == FLOATING;
    return number == UNORM || (number == UNSIGNED && (layout == L_8_24 || layout == L_24_8));
}

static struct texel split_image_format(u32 code, u32 number)
{
    u32 layout = code < BUFFER_LAYOUTS ? code : 0;
    for (u32 n = 0; n < sizeof vega_layouts / sizeof *vega_layouts; n++)
        if (vega_layouts[n].code == code) layout = vega_layouts[n].layout;
    if (code && !layout && code != 15 && code != 29 && code != 30) return (struct texel){ .blocks = true };
    if (goes_together(layout, number)) return (struct texel){ .layout = (u8)layout, .number = (u8)number };
    if (!code) return (struct texel){ 0 };
    return layout && layout < BUFFER_LAYOUTS && number < 8 ? split_format(layout, number)
                                                           : (struct texel){ .reserved = true };
}

static struct texel unified_image_format(u32 code)
{
    const u32 n = code - FIRST_OF_IMAGES, last = FIRST_OF_IMAGES + sizeof image_codes / sizeof *image_codes;
    if (code < FIRST_OF_IMAGES) return code ? unified_format(code) : (struct texel){ 0 };
    if (code < last && image_codes[n].layout)
        return (struct texel){ .layout = image_codes[n].layout, .number = image_codes[n].number };
    const bool listed = code < 90 || (code > 108 && code < 123) || code == 205 || code == 206;
    return (struct texel){ .reserved = !listed, .blocks = listed };
}

struct texel texel_of_image(const struct traits *t, const u32 *words)
{
    struct texel x = t->unified_format ? unified_image_format(field_of_words(words, IMAGE_RESOURCE_FORMAT))
                                       : split_image_format(field_of_words(words, IMAGE_RESOURCE_DATA_FORMAT),
                                                            field_of_words(words, IMAGE_RESOURCE_NUM_FORMAT));
    for (u32 k = 0; k < COMPONENTS; k++) x.select[k] = (u8)(words[3] >> 3 * k & 7);
    x.bytes = x.layout == L_X24_8_32 ? 8 : bytes_of(x.layout);
    return x;
}

void texel_gamma(struct texel *x, bool degamma, bool keeps)
{
    if (degamma && x->number == UNORM && only_bytes(x->layout)) x->number = SRGB;
    if (keeps && x->number == SRGB) x->number = UNORM;
}

const struct access *texel_access(u32 bytes)
{
    static const struct access sizes[] = { [1] = { .bits = 8, .count = 1 },   [2] = { .bits = 16, .count = 1 },
                                           [4] = { .bits = 32, .count = 1 },  [8] = { .bits = 64, .count = 1 },
                                           [12] = { .bits = 96, .count = 1 }, [16] = { .bits = 128, .count = 1 } };
    return bytes ? &sizes[bytes] : 0;
}

/* ---- components ---- */

static u32 one(const struct texel *x, bool half)
{ return x->number == UNSIGNED || x->number == SIGNED ? 1 : half ? 0x3c00 : 0x3f800000; }

/* The value that a DST_SEL code selects: 0, 1, or a component; 0 for codes without meaning. */
static u32 selected(const struct texel *x, u32 code, const u32 value[COMPONENTS], bool half)
{ return code == ONE ? one(x, half) : code >= RED ? value[code - RED] : 0; }

static bool read_raw(const struct body *b, int l, const u8 *at, const u8 *shadow, u32 *raw)
{
    const u32 bytes = b->texel.bytes, step = b->moved.fragments ? 4 : b->step[l];
    bool open = false;
    if (b->crossing >> l & 1) return gather_bytes(b, at, shadow, l, 0, bytes, raw);
    for (u32 k = 0; 4 * k < bytes; k++) {
        const u32 part = bytes - 4 * k < 4 ? bytes - 4 * k : 4;
        memcpy(&raw[k], at + k * step, part);
        for (u32 n = 0; shadow && n < part; n++) open |= shadow[k * step + n];
    }
    return open;
}

static enum number_format number_of(const struct texel *x, u32 k)
{ return x->number == SRGB && k == 3 ? UNORM : (enum number_format)x->number; }

/* One component.  W of sRGB is linear; 8 bits next to a float are unused; 5_9_9_9 has one exponent. */
static u32 unpack_one(const struct texel *x, const u32 *raw, u32 k, u32 component, bool half, bool *open)
{
    const u32 bits = widths[x->layout][k];
    const enum number_format how = number_of(x, k);
    if (x->layout == L_5_9_9_9) return k < 3 ? texel_shared_to_register(raw[0] >> 27, component, half) : 0;
    *open |= how == FLOATING && bits == 8;
    return texel_to_register(how, bits, component, half, open);
}

/* Converts memory to register values.  *open: a bit for each undefined component. */
static void unpack(const struct texel *x, const u32 *raw, bool half, u32 *value, u32 *open)
{
    for (u32 k = 0, at = 0; k < COMPONENTS; at += widths[x->layout][k++]) {
        const u32 bits = widths[x->layout][k];
        bool beyond = false;
        if (!bits) continue;
        const u32 component = raw[at >> 5] >> at % 32 & (u32)((1ull << bits) - 1);
        value[k] = unpack_one(x, raw, k, component, half, &beyond);
        *open |= (u32)beyond << k;
    }
}

/* ---- for samplers ---- */

void texel_components(const struct texel *x, const u32 *raw, u32 value[COMPONENTS])
{
    u32 open = 0;
    memset(value, 0, COMPONENTS * sizeof *value);
    unpack(x, raw, false, value, &open);
}

u32  texel_selected(const struct texel *x, u32 k, const u32 value[COMPONENTS])
{ return selected(x, x->select[k], value, false); }
u32  texel_one(const struct texel *x)               { return one(x, false); }
bool texel_has(const struct texel *x, u32 k)        { return widths[x->layout][k]; }
bool texel_is_integer(const struct texel *x)        { return x->number == UNSIGNED || x->number == SIGNED; }
u32  texel_half(const struct texel *x, u32 value)
{ return texel_is_integer(x) ? (u16)value : texel_to_register(FLOATING, 32, value, true, &(bool){ false }); }

/* ---- loads and stores ---- */

/* Short dwords are extended by `sign`. */
static void unpack_raw(const struct body *b, const u32 *raw, u32 *value)
{
    const u32 bits = 8u * b->texel.bytes, up = bits < 32 ? 32 - bits : 0;
    memcpy(value, raw, COMPONENTS * sizeof *raw);
    value[0] = b->moved.sign ? (u32)((i32)(raw[0] << up) >> up) : raw[0];
}

/* Writes register n of the result. */
static void put_component(struct body *b, u32 half, u32 n, int l, u32 x, bool open)
{
    const bool d16 = b->moved.d16;
    const u32 row = d16 ? n / 2 : n, shift = (d16 && n & 1) || half == 2 ? 16 : 0;
    b->data[row][l] |= x << shift;
    b->data_open[row] |= (u64)open << l;
}

/* Writes the components of a texel to registers from `n` on.  Returns their number. */
static u32 load_texel(struct body *b, u32 half, u32 n, int l, const u8 *at, const u8 *shadow)
{
    const struct texel *x = &b->texel;
    u32 raw[COMPONENTS] = { 0 }, value[COMPONENTS] = { 0 }, beyond = 0, count = 0;
    const bool open = at && read_raw(b, l, at, shadow, raw);
    if (at && b->moved.raw) unpack_raw(b, raw, value);
    else if (at) unpack(x, raw, b->moved.d16, value, &beyond);
    for (u32 k = 0; k < COMPONENTS; k++) {
        const u32 code = b->moved.raw ? RED + k : x->select[k];
        if (!(b->moved.mask >> k & 1)) continue;
        put_component(b, half, n + count++, l, selected(x, code, value, b->moved.d16),
                      code >= RED && (open || beyond >> (code - RED) & 1));
    }
    return count;
}

/* Components out of bounds are 0; those that DST_SEL sets to 1 are 1 (RDNA3 ISA, 9.4.1). */
void load_texels(struct body *b, u32 half, u64 live)
{
    for (u32 k = 0; k <= ELEMENT_ROWS; k++) {
        memset(b->data[k], 0, sizeof b->data[k]);
        b->data_open[k] = 0;
    }
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        const u32 texels = b->moved.fragments ? 4 : 1;
        for (u32 f = 0, n = 0; f < texels; f++) {
            const bool there = b->at[0][l] && f < b->present[l];
            const u64 offset = (u64)f * b->step[l];
            n += load_texel(b, half, n, l, there ? b->at[0][l] + offset : 0,
                            there && b->open_at[0][l] ? b->open_at[0][l] + offset : 0);
        }
    }
}

/* Components from registers; missing ones are 0.  Returns whether one is undefined. */
static bool given(const struct body *b, const u64 *open, int l, u32 *value)
{
    bool any = false;
    for (u32 k = 0, n = 0; k < COMPONENTS; k++) {
        if (!(b->moved.mask >> k & 1)) continue;
        const u32 row = b->moved.d16 ? n / 2 : n;
        value[k] = b->moved.d16 ? b->data[row][l] >> (n & 1 ? 16 : 0) & 0xffff : b->data[row][l];
        any |= open[row] >> l & 1;
        n++;
    }
    return any;
}

/* W of sRGB is linear. */
static void pack(const struct texel *x, const u32 given[COMPONENTS], bool half, u32 *raw, bool *open)
{
    u32 value[COMPONENTS];
    for (u32 k = 0; k < COMPONENTS; k++) value[k] = selected(x, x->select[k], given, half);
    if (x->layout == L_5_9_9_9) { raw[0] = texel_to_shared(value, half); return; }
    for (u32 k = 0, at = 0; k < COMPONENTS && widths[x->layout][k]; at += widths[x->layout][k++])
        raw[at / 32] |= texel_from_register(number_of(x, k), widths[x->layout][k], value[k], half, open) << at % 32;
}

/* Before a store: converts registers to memory data. */
void pack_texels(struct body *b, u64 live)
{
    const struct texel *x = &b->texel;
    u64 open[COMPONENTS];
    memcpy(open, b->data_open, sizeof open);
    memset(b->data_open, 0, sizeof open);
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        u32 value[COMPONENTS] = { 0 }, raw[COMPONENTS] = { 0 };
        bool any = given(b, open, l, value);
        if (b->moved.raw) memcpy(raw, value, sizeof raw);
        else pack(x, value, b->moved.d16, raw, &any);
        for (u32 k = 0; k < COMPONENTS; k++) {
            b->data[k][l] = raw[k];
            b->data_open[k] |= (u64)any << l;
        }
    }
}
