/* Data formats of typed buffers: components packed in memory, low bits first, and what registers hold of them (RDNA3
   ISA, 9.3, 10.7; Vega ISA, 8.1.5). */
#include <string.h>
#include "decode.h"
#include "places.h"
#include "texel.h"

enum { DATA_FORMATS = 15, ZERO = 0, ONE = 1, RED = 4 };          /* codes of DST_SEL */

/* Bits of the components, as Vega's DATA_FORMAT counts layouts; the last named lies lowest (errata E-048). */
static const u8 widths[DATA_FORMATS][COMPONENTS] = {
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
};

/* RDNA3's codes, from 1: each layout in turn with those of the numbers that it has (RDNA3 ISA, 10.7). */
static const struct {
    u8 layout, numbers;
} unified[] = {
    { 1, 0x3f }, { 2, 0xbf }, { 3, 0x3f },  { 4, 0xb0 },  { 5, 0xbf },  { 6, 0x80 },  { 7, 0x80 },
    { 8, 0x33 }, { 9, 0x3f }, { 10, 0x3f }, { 11, 0xb0 }, { 12, 0xbf }, { 13, 0xb0 }, { 14, 0xb0 },
};

static struct texel unified_format(u32 code)
{
    for (u32 n = 0; n < sizeof unified / sizeof *unified; n++)
        for (u32 left = unified[n].numbers; left; left &= left - 1)
            if (!--code) return (struct texel){ .layout = unified[n].layout, .number = (u8)lowest(left) };
    return (struct texel){ .reserved = true };
}

/* Vega names layout and number apart; what no list has together is reserved. */
static struct texel split_format(u32 layout, u32 number)
{
    const u32 bits = layout < DATA_FORMATS ? widths[layout][0] : 0;
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
    u32 bits = 0;
    for (u32 k = 0; k < COMPONENTS; k++) {
        x.select[k] = (u8)(typed ? RED + k : resource[3] >> 3 * k & 7);
        bits += widths[x.layout][k];
    }
    x.bytes = (u8)(bits / 8);
    return x;
}

const struct access *texel_access(u32 bytes)
{
    static const struct access sizes[] = { [1] = { .bits = 8, .count = 1 },   [2] = { .bits = 16, .count = 1 },
                                           [4] = { .bits = 32, .count = 1 },  [8] = { .bits = 64, .count = 1 },
                                           [12] = { .bits = 96, .count = 1 }, [16] = { .bits = 128, .count = 1 } };
    return bytes ? &sizes[bytes] : 0;
}

/* ---- lanes ---- */

static u32 one(const struct texel *x, bool half)
{ return x->number == UNSIGNED || x->number == SIGNED ? 1 : half ? 0x3c00 : 0x3f800000; }

/* What a code of DST_SEL chooses of `count` values: 0, 1 or one of them; 0 where there is none. */
static u32 selected(const struct texel *x, u32 code, const u32 *value, u32 count, bool half)
{ return code == ONE ? one(x, half) : code >= RED && code - RED < count ? value[code - RED] : 0; }

static bool read_raw(const struct body *b, int l, u32 raw[COMPONENTS])
{
    const u32 bytes = b->texel.bytes;
    bool open = false;
    for (u32 k = 0; 4 * k < bytes; k++) {
        const u32 part = bytes - 4 * k < 4 ? bytes - 4 * k : 4;
        const u8 *shadow = b->open_at[0][l] ? b->open_at[0][l] + k * b->step[l] : 0;
        memcpy(&raw[k], b->at[0][l] + k * b->step[l], part);
        for (u32 n = 0; shadow && n < part; n++) open |= shadow[n];
    }
    return open;
}

/* The components of what memory holds, as registers have them; *open: a bit a component. */
static void unpack(const struct texel *x, const u32 *raw, bool half, u32 *value, u32 *open)
{
    for (u32 k = 0, at = 0; k < COMPONENTS; at += widths[x->layout][k++]) {
        const u32 bits = widths[x->layout][k];
        bool beyond = false;
        if (!bits) continue;
        const u32 component = raw[at / 32] >> at % 32 & (bits < 32 ? (1u << bits) - 1 : ~0u);
        value[k] = texel_to_register((enum number_format)x->number, bits, component, half, &beyond);
        *open |= (u32)beyond << k;
    }
}

static void put_component(struct body *b, const struct access *a, u32 n, int l, u32 x, bool open)
{
    const u32 row = a->d16 ? n / 2 : n, shift = (a->d16 && n & 1) || a->half == 2 ? 16 : 0;
    b->data[row][l] |= x << shift;
    b->data_open[row] |= (u64)open << l;
}

/* Components out of bounds are 0, those that DST_SEL sets to 1 are 1 (RDNA3 ISA, 9.4.1). */
void load_texels(struct body *b, const struct access *a, u64 live)
{
    const struct texel *x = &b->texel;
    for (u32 k = 0; k <= ELEMENT_ROWS; k++) {
        memset(b->data[k], 0, sizeof b->data[k]);
        b->data_open[k] = 0;
    }
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        u32 raw[COMPONENTS] = { 0 }, value[COMPONENTS] = { 0 }, beyond = 0;
        const bool there = b->at[0][l], open = there && read_raw(b, l, raw);
        if (there) unpack(x, raw, a->d16, value, &beyond);
        for (u32 n = 0; n < a->formatted; n++) {
            const u32 code = x->select[n];
            put_component(b, a, n, l, selected(x, code, value, COMPONENTS, a->d16),
                          code >= RED && (open || beyond >> (code - RED) & 1));
        }
    }
}

/* Before a store: registers become what memory will hold. */
void pack_texels(struct body *b, const struct access *a, u64 live)
{
    const struct texel *x = &b->texel;
    u64 open[COMPONENTS];
    memcpy(open, b->data_open, sizeof open);
    memset(b->data_open, 0, sizeof open);
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        u32 value[COMPONENTS], raw[COMPONENTS] = { 0 };
        bool any = false;
        for (u32 n = 0; n < a->formatted; n++) {
            const u32 row = a->d16 ? n / 2 : n;
            value[n] = a->d16 ? b->data[row][l] >> (n & 1 ? 16 : 0) & 0xffff : b->data[row][l];
            any |= open[row] >> l & 1;
        }
        for (u32 k = 0, at = 0; k < COMPONENTS && widths[x->layout][k]; at += widths[x->layout][k++]) {
            const u32 from = selected(x, x->select[k], value, a->formatted, a->d16);
            raw[at / 32] |= texel_from_register((enum number_format)x->number, widths[x->layout][k], from, a->d16, &any)
                            << at % 32;
        }
        for (u32 k = 0; k < COMPONENTS; k++) {
            b->data[k][l] = raw[k];
            b->data_open[k] |= (u64)any << l;
        }
    }
}
