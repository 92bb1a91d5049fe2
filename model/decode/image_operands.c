/* Register counts of image instructions (RDNA3 ISA, 10.2; Vega ISA, 8.2), for disassembly and legality. */
#include "decode.h"

struct dim { u8 coordinates, gradients; };
static const struct dim dims[] = { { 1, 2 }, { 2, 4 }, { 3, 6 }, { 3, 4 }, { 2, 2 }, { 3, 4 }, { 3, 4 }, { 4, 4 } };

static u32 first(u32 mask) { return (u32)__builtin_ctz(mask) + 1; }
static bool offers(u32 mask, u32 width) { return width && mask >> (width - 1) & 1; }

/* One component for each bit of DMASK, four for gather.  D16 packs two in a register.  TFE adds one. */
static u32 data_width(const struct layout *l, const struct inst *i, const struct part *p)
{
    u32 width = p->flags & IMAGE_GATHER ? 4 : (u32)__builtin_popcount(field_of(l, i->words, F_DMASK));
    if (!width) width = 1;
    if (field_of(l, i->words, F_D16)) width = (width + 1) / 2;
    return width + field_of(l, i->words, F_TFE);
}

/* Offset, bias and compare words; coordinates and a level (A16 packs pairs); gradients (G16 packs pairs). */
static u32 address_width(const struct layout *l, const struct inst *i, const struct part *p)
{
    const struct dim *d = &dims[field_of(l, i->words, F_DIM)];
    const u32 components = (p->flags & IMAGE_NO_COORDINATES ? 0u : d->coordinates) + (p->flags & IMAGE_LOD ? 1u : 0);
    u32 width = p->field + (field_of(l, i->words, F_A16) ? (components + 1) / 2 : components);
    if (p->flags & IMAGE_GRADIENTS) width += p->flags & IMAGE_G16 ? (d->gradients / 2u + 1) / 2 * 2 : d->gradients;
    return width;
}

static struct image ray(const struct layout *l, const struct inst *i, bool wide_node)
{
    const bool a16 = field_of(l, i->words, F_A16);
    struct image m = { 4, 1, { (a16 ? 8u : 11u) + wide_node } };
    if (field_of(l, i->words, F_NSA)) m = (struct image){ 4, a16 ? 4 : 5, { wide_node ? 2 : 1, 1, 3, 3, 3 } };
    return m;
}

static bool within(const struct layout *l, const struct inst *i, const struct image *m)
{
    if (field_of(l, i->words, F_VDATA) + m->data > VGPRS) return false;
    for (u32 n = 0; n < m->addresses; n++) {
        const u32 reg = n ? i->words[2] >> 8 * (n - 1) & 255 : field_of(l, i->words, F_VADDR);
        if (reg + m->width[n] > VGPRS) return false;
    }
    return true;
}

const struct part *image_part(const struct form *f)
{
    const struct part *p = f->parts;
    while (p->what != PART_IMAGE && p->what != PART_BVH) p++;
    return p;
}

u32 image_data(const struct inst *i)
{
    const struct part *p = image_part(i->form);
    const struct layout *l = &layouts[i->form->layout];
    return p->what == PART_BVH ? 4 : data_width(l, i, p) - field_of(l, i->words, F_TFE);
}

u32 image_address(const struct inst *i, u32 n)
{
    const struct layout *l = &layouts[i->form->layout];
    const u32 first = field_of(l, i->words, F_VADDR), named = n < 4 ? n : 4;
    if (!n || !field_of(l, i->words, F_NSA)) return first + n;
    return (i->words[2] >> 8 * (named - 1) & 255) + n - named;
}

/* If the required widths do not exist or exceed the file, the smallest encoding applies. */
struct image image_operands(const struct inst *i, const struct part *p)
{
    const struct layout *l = &layouts[i->form->layout];
    if (p->what == PART_BVH) return ray(l, i, p->width == 2);
    const u32 data_mask = p->width, address_mask = p->type | (u32)p->index << 8,
              separate = p[-1].type | (u32)p[-1].index << 8;
    const u32 data = data_width(l, i, p), address = has_field(l, F_DIM) ? address_width(l, i, p) : first(address_mask);
    const bool msaa = p->flags & IMAGE_GATHER && !(p->flags & IMAGE_SAMPLER);
    struct image least = { msaa ? 4 : first(data_mask), 1, { first(address_mask), 1, 1, 1, 1 } }, m = least;
    m.data = data;
    if (field_of(l, i->words, F_NSA)) {
        least.addresses = p[-1].width;
        least.width[0] = m.width[0] = 1;
        m.addresses = address < 5 ? address : 5;
        if (address > 5) m.width[4] = address - 4;
        return offers(separate, address) && offers(data_mask, data) && within(l, i, &m) ? m : least;
    }
    m.width[0] = address;
    return offers(data_mask, data) && offers(address_mask, address) && within(l, i, &m) ? m : least;
}
