/* Caches and clocks.  A program sees only the counter, and undefined bytes of discarded lines (RDNA3 ISA, 8.1.3; Vega
   ISA, 7.2). */
#include "pipeline.h"
#include "rows_caches.h"

static void clock_value(struct wave *w, const struct inst *i)
{
    w->m->in_order = true;
    return_scalar(w, i, (const u32[2]){ (u32)w->m->instructions }, true);
}

static void s_memtime(struct wave *w, const struct inst *i)           { clock_value(w, i); }
static void s_memrealtime(struct wave *w, const struct inst *i)       { clock_value(w, i); }
static void s_dcache_inv(struct wave *w, const struct inst *i)        { send_message(w, i); }
static void s_dcache_inv_vol(struct wave *w, const struct inst *i)    { send_message(w, i); }
static void s_dcache_wb(struct wave *w, const struct inst *i)         { clean_lines(w), send_message(w, i); }
static void s_dcache_wb_vol(struct wave *w, const struct inst *i)     { send_message(w, i); }
static void s_gl1_inv(struct wave *w, const struct inst *i)           { send_message(w, i); }
static void buffer_gl0_inv(struct wave *w, const struct inst *i)      { (void)w, (void)i; }
static void buffer_gl1_inv(struct wave *w, const struct inst *i)      { (void)w, (void)i; }
static void buffer_wbinvl1(struct wave *w, const struct inst *i)      { (void)w, (void)i; }
static void buffer_wbinvl1_vol(struct wave *w, const struct inst *i)  { (void)w, (void)i; }

static void s_dcache_discard(struct wave *w, const struct inst *i)
{
    discard_line(w, scalar_address(w, i, &i->s[0]));
    send_message(w, i);
}

static void s_dcache_discard_x2(struct wave *w, const struct inst *i)
{
    const u64 address = scalar_address(w, i, &i->s[0]);
    discard_line(w, address);
    discard_line(w, address + DIRTY_LINE);
    send_message(w, i);
}

/* A probe may warm a cache.  Its only visible effect is that it reads its operands. */
static void s_atc_probe(struct wave *w, const struct inst *i)
{
    (void)scalar_address(w, i, &i->s[1]);
    send_message(w, i);
}

static void s_atc_probe_buffer(struct wave *w, const struct inst *i)  { s_atc_probe(w, i); }
static void ds_nop(struct wave *w, const struct inst *i)              { (void)w, (void)i; }

#include "rows_caches.inc"
