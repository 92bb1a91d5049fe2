/* The memory of a run: regions by address, and the readable code. */
#include <string.h>
#include "model.h"

static const struct region *region_of(const struct assay *m, u64 address)
{
    u32 low = 0, high = m->region_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (m->region[middle].address <= address) low = middle + 1; else high = middle;
    }
    const struct region *r = low ? &m->region[low - 1] : 0;
    return r && address - r->address < r->size ? r : 0;
}

static bool is_private(const struct assay *m, u64 address, u32 bytes)
{
    const struct dispatch *d = &m->dispatch;
    const u64 at = address - d->scratch_base, size = (u64)d->scratch_wave * m->group.wave_count;
    return at < size && bytes <= size - at;
}

/* Does the range lie partly in private memory? */
bool is_partly_private(const struct assay *m, u64 address, u32 bytes)
{
    const u64 at = address - m->dispatch.scratch_base, size = (u64)m->dispatch.scratch_wave * m->group.wave_count;
    return (at < size || 0 - at < bytes) && !is_private(m, address, bytes);
}

bool records_accesses(const struct assay *m)
{
    bool wanted = false;
    for (u32 n = 0; n < m->region_count; n++) wanted |= m->region[n].accessed != 0;
    return wanted;
}

static void note_access(const struct assay *m, const struct region *r, u64 address, u32 bytes, u8 how)
{
    if (!m->recording_accesses || !bytes) return;
    const u64 base = r->address / 4, last = (address + bytes - 1) / 4 - base;
    const u8 bits = is_private(m, address, bytes) ? ASSAY_PRIVATE : how;
    for (u64 n = address / 4 - base; n <= last; n++) r->accessed[n] |= bits;
}

static u8 *bytes_at(const struct assay *m, const struct region *r, u64 address, u32 bytes, u8 **open, u8 how)
{
    u64 at = address - r->address;
    if (r->size - at < bytes) return 0;
    if (r->accessed) note_access(m, r, address, bytes, how);
    *open = r->open ? r->open + at : 0;
    return r->bytes + at;
}

u8 *locate(struct assay *m, u64 address, u32 bytes, u8 **open)
{
    const struct region *r = region_of(m, address);
    return r ? bytes_at(m, r, address, bytes, open, ASSAY_READ) : 0;
}

u8 *locate_store(struct assay *m, u64 address, u32 bytes, u8 **open)
{
    const struct region *r = region_of(m, address);
    return r && r->writable ? bytes_at(m, r, address, bytes, open, ASSAY_WRITTEN) : 0;
}

u64 guest_address(const struct assay *m, const u8 *byte)
{
    const struct region *r = m->region;
    while ((uintptr_t)byte - (uintptr_t)r->bytes >= r->size) r++;
    return r->address + (u64)(byte - r->bytes);
}

static bool add_region(struct assay *m, struct region new)
{
    u32 n = m->region_count++;
    for (; n && m->region[n - 1].address > new.address; n--) m->region[n] = m->region[n - 1];
    m->region[n] = new;
    bool before = n && new.address - m->region[n - 1].address < m->region[n - 1].size;
    bool after = n + 1 < m->region_count && m->region[n + 1].address - new.address < new.size;
    return !before && !after;
}

bool mappable(u64 address, u64 size)
{
    const u64 half = 1ull << (ADDRESS_BITS - 1), within = address & (half - 1);
    return address == canonical(address) && size <= half - within;
}

/* LDS and data shares have no addresses. */
static void add_share(struct assay *m, u32 n)
{
    const struct assay_region *a = &m->run->regions[n];
    const bool registers = a->space == ASSAY_GS_REGISTERS;
    struct share *to = registers ? &m->gs : &m->gds;
    if (a->space > ASSAY_GS_REGISTERS) refuse(m, "regions: region %u has space %u, which does not exist", n, a->space);
    else if (registers ? a->size != GS_BYTES : a->size > GDS_LIMIT)
        refuse(m,
               registers ? "regions: region %u has %llu bytes; the registers for streamout have %d"
                         : "regions: region %u has %llu bytes; the global data share has at most %d",
               n, (unsigned long long)a->size, registers ? GS_BYTES : GDS_LIMIT);
    else if (to->bytes) refuse(m, "regions: region %u is the second of its space", n);
    else *to = (struct share){ a->bytes, a->open, (u32)a->size };
}

static void default_registers(struct assay *m)
{
    if (m->gs.bytes) return;
    m->gs = (struct share){ m->gs_own, m->gs_open, GS_BYTES };
    memset(m->gs_own, 0, GS_BYTES);
    memset(m->gs_open, 0xff, GS_BYTES);
}

void map_regions(struct assay *m)
{
    const struct assay_run *r = m->run;
    m->region_count = 0;
    m->gds = m->gs = (struct share){ 0 };
    add_region(m, (struct region){ m->base, m->code_bytes, m->code, 0, 0, false });
    const struct handler *h = &m->handler;
    if (h->bytes && !add_region(m, (struct region){ h->base, h->bytes, m->code + h->at, 0, 0, false }))
        refuse(m, "trap_code: the trap handler at 0x%llx overlaps the code", (unsigned long long)h->base);
    if (r->region_count >= REGION_LIMIT - 1) {
        refuse(m, "region_count: %u, and %d are possible", r->region_count, REGION_LIMIT - 2);
        return;
    }
    for (u32 n = 0; n < r->region_count; n++) {
        const struct assay_region *a = &r->regions[n];
        if (!a->size) continue;
        if (!a->bytes) { refuse(m, "regions: region %u has no bytes", n); return; }
        if (a->space) { add_share(m, n); continue; }
        if (!mappable(a->address, a->size)) {
            refuse(m,
                   "regions: region %u is not in one half of the address space, whose addresses are %d bits "
                   "sign-extended",
                   n, ADDRESS_BITS);
            return;
        }
        if (!add_region(m, (struct region){ a->address, a->size, a->bytes, a->open, a->accessed, true })) {
            refuse(m, "regions: region %u at 0x%llx overlaps the code or another region", n,
                   (unsigned long long)a->address);
            return;
        }
    }
    default_registers(m);
}
