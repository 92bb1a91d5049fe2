/* Exports and messages: outputs of a wave other than memory.  The run records them in the order of issue (RDNA3 ISA,
   5.3, 14; Vega ISA, 4, 11). */
#include <string.h>
#include "decode.h"
#include "pipeline.h"
#define exp export_lanes                              /* the compiler knows a function exp */
#include "rows_export.h"

enum {
    POSITION = 12,
    LAST_POSITION = 16,
    PRIMITIVE = 20,
    DUAL_SOURCE = 21,
    PARAMETER = 32,
    DEPTH = 8,
    NULL_TARGET = 9
};

static u32 field(const struct inst *i, u32 name)
{
    const struct layout *l = &layouts[i->form->layout];
    return has_field(l, name) ? field_of(l, i->words, name) : 0;
}

/* Kinds that complete in order, and that end with DONE: pixels, positions, primitives. */
static enum reader kind_of(u32 target)
{
    if (target == DEPTH) return READS_DEPTH;
    if (target >= PARAMETER) return READS_PARAMETER;
    if (target == PRIMITIVE) return READS_PRIMITIVE;
    return target >= POSITION && target <= LAST_POSITION ? READS_POSITION : READS_COLOUR;
}

/* Vega has parameters and a null target.  RDNA3 has a fifth position, primitives and dual source colours. */
static bool known(const struct wave *w, u32 target)
{
    const bool vega = w->t->export_parameters;
    if (target <= DEPTH) return true;
    if (target == NULL_TARGET || target >= PARAMETER) return vega;
    return vega ? target >= POSITION && target < LAST_POSITION
                : (target >= POSITION && target <= LAST_POSITION) || (target >= PRIMITIVE && target <= DUAL_SOURCE + 1);
}

/* RDNA3 allows each target once, requires DONE for primitives, and allows nothing of a kind after its DONE.  Depth
   counts as a pixel. */
static void check_order(struct wave *w, u32 target, bool done)
{
    const enum reader kind = kind_of(target);
    const u32 ends = 1u << (kind == READS_DEPTH ? READS_COLOUR : kind);
    if (!known(w, target)) {
        report(w, R_EXPORT_TARGET, "target %u is none", target);
        return;
    }
    if (w->t->export_once && w->exported >> target & 1)
        report(w, R_EXPORT_ONCE, "target %u was exported before", target);
    if (w->export_done & ends) report(w, R_EXPORT_DONE, "an export of its kind had DONE before");
    if (kind == READS_PRIMITIVE && !done) report(w, R_EXPORT_DONE, "a primitive is exported with DONE");
    w->exported |= 1ull << target;
    if (done && kind != READS_PARAMETER) w->export_done |= ends;
}

/* Two exports give two colours to each pixel of a pair.  Each of them covers lanes of two pixels (RDNA3 ISA, 14.1). */
static u64 exported_lanes(const struct wave *w, u32 target)
{
    const u64 live = live_lanes(w), even = 0x5555555555555555;
    if (target == DUAL_SOURCE) return (live & even) | (live << 1 & ~even & w->wave_mask);
    if (target == DUAL_SOURCE + 1) return (live & ~even) | (live >> 1 & even);
    return live;
}

static void read_values(struct wave *w, const struct inst *i, struct assay_export *x)
{
    for (u32 n = 0; n < SOURCES; n++) {
        if (!(x->enabled >> n & 1) || i->s[n].kind != VREG) continue;
        u64 open = 0;
        const u32 *row = read_v(w, i->s[n].reg, x->lanes, &open);
        memcpy(x->values[n], row, sizeof x->values[n]);
        x->open[n] = open;
    }
}

/* With COMPR two registers hold four halves (Vega ISA, 11.2). */
static u32 sources_of(u32 en, bool compressed) { return compressed ? (en & 3 ? 1 : 0) | (en & 12 ? 2 : 0) : en; }

static void exp(struct wave *w, const struct inst *i)
{
    const u32 target = field(i, F_TGT);
    const bool compressed = field(i, F_COMPR), done = field(i, F_DONE);
    if (field_of_word(w->status_bits, STATUS_SKIP_EXPORT)) return;
    struct assay_export uncounted, *kept = new_export(w->m), *x = kept ? kept : &uncounted;
    *x = (struct assay_export){
        .wave = w->number,
        .target = target,
        .enabled = sources_of(field(i, F_EN), compressed),
        .row = ~0u,
        .done = done,
        .valid_mask = (u8)field(i, F_VM),
        .compressed = compressed,
        .pc = w->pc,
        .lanes = exported_lanes(w, target),
    };
    if (field(i, F_ROW_EN)) x->row = lds_m0(w) & 0xff;
    check_order(w, target, done);
    read_values(w, i, x);
    hold_sources(w, i, x->enabled, kind_of(target));
}

#include "rows_export.inc"
