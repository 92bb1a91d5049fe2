/* Dirty bytes of the scalar data cache: written by scalar stores, not written back.  S_DCACHE_DISCARD may lose them
   (Vega ISA, 7.2).  All accesses share one memory; this file only tracks which bytes a discard makes undefined. */
#include <string.h>
#include "places.h"

/* The entry of a line, new if needed.  0: the table is full; then every line counts as dirty. */
static struct dirty *entry_of(struct assay *m, u64 line)
{
    for (u32 n = 0; n < m->dirty_count; n++) if (m->dirty[n].line == line) return &m->dirty[n];
    if (m->dirty_count == DIRTY_LINES) { m->all_dirty = true; return 0; }
    m->dirty[m->dirty_count] = (struct dirty){ line, 0 };
    return &m->dirty[m->dirty_count++];
}

/* Called at issue, because the time of a write-back is unspecified. */
void mark_dirty(struct assay *m, u64 address, u32 bytes)
{
    const u64 at = address % DIRTY_LINE, mask = (1ull << bytes) - 1;
    struct dirty *d = entry_of(m, address - at);
    if (d) d->bytes |= mask << at;
}

/* S_DCACHE_WB is not ordered with an outstanding store, so its bytes stay dirty. */
void clean_lines(struct wave *w)
{
    struct assay *m = w->m;
    m->dirty_count = 0;
    m->all_dirty = false;
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        if (p->event.path != SCALAR_PATH || (p->verb != STORE && p->verb != ATOMIC)) continue;
        for (u64 left = p->live; left; left &= left - 1) {
            const u8 *at = body_of(w, p)->at[0][lowest(left)];
            if (at) mark_dirty(m, guest_address(m, at), p->verb == ATOMIC ? element_bytes(p->by) : 4);
        }
    }
}

/* The six low bits of the address are ignored.  Each byte has its old or its new value. */
void discard_line(struct wave *w, u64 address)
{
    struct assay *m = w->m;
    const u64 line = address - address % DIRTY_LINE;
    u64 bytes = m->all_dirty ? ~0ull : 0;
    m->in_order = true;
    for (u32 n = 0; n < m->dirty_count; n++) if (m->dirty[n].line == line) bytes |= m->dirty[n].bytes;
    for (; bytes; bytes &= bytes - 1) {
        u8 *open, *at = locate_store(m, line + (u64)lowest(bytes), 1, &open);
        if (at && open) *open = 0xff;
    }
}
