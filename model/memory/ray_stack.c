/* The short stack of node pointers of each lane in LDS (RDNA3 ISA, 12.5.3; errata E-192). */
#include <string.h>
#include "places.h"

enum { STRIDE = 128, MOST = 0x3ffff, POINTERS = 4, ADDRESS = 0, LAST = 1, POINTER = 2 };        /* rows of `address` */
#define NO_NODE  0xffffffffu
#define TERMINAL 0xfffffffeu

/* entries: capacity; beyond it the stack overwrites its oldest entry. open: an undefined value was popped. visitor:
   called for each entry that lane `lane` would change, without changing it; or 0. */
struct stack { u32 base, index, entries; bool open; int lane; visit_place *visitor; void *watcher; };

/* 0: entries are only visited. */
static u8 *entry(struct wave *w, const struct stack *s, u8 **open)
{
    u8 *at = lds_at(w, s->base + (s->index & (s->entries - 1)) * STRIDE, 4, open);
    if (!s->visitor) return at;
    s->visitor(s->watcher, s->lane, at, 4, true);
    return 0;
}

static void push(struct wave *w, struct stack *s, u32 pointer)
{
    u8 *open, *at = entry(w, s, &open);
    if (at) memcpy(at, &pointer, 4);
    if (at && open) memset(open, 0, 4);
    s->index += s->index != MOST;
}

/* A pop leaves an invalid pointer. */
static u32 pop(struct wave *w, struct stack *s)
{
    static const u32 none = NO_NODE;
    u32 pointer = TERMINAL, shadow = 0;
    u8 *open;
    if (!s->index) return pointer;
    s->index--;
    u8 *at = entry(w, s, &open);
    if (!at) return 0;
    if (open) memcpy(&shadow, open, 4);
    memcpy(&pointer, at, 4);
    memcpy(at, &none, 4);
    if (open) memset(open, 0, 4);
    s->open |= shadow != 0;
    return pointer;
}

static struct stack stack_of(const struct inst *i, const struct body *b, int l)
{
    const u32 at = b->address[ADDRESS][l];
    return (struct stack){
        .base = at >> 18 << 2, .index = at & MOST, .entries = 8u << ((u32)i->s[3].value >> 12 & 3), .lane = l
    };
}

/* Pointers are sorted by distance, nearest first.  They are pushed from the farthest to the last visited one.  The
   nearest is returned, or the top of the stack. */
static u32 visit(struct wave *w, const struct body *b, struct stack *s, int l)
{
    const u32 last = b->address[LAST][l];
    for (u32 k = POINTERS; k--;) {
        const u32 pointer = b->address[POINTER + k][l];
        if (pointer == NO_NODE) continue;
        if (pointer == last) break;
        if (!k) return pointer;
        push(w, s, pointer);
    }
    return pop(w, s);
}

static void traverse(struct wave *w, struct pending *p)
{
    struct body *b = body_of(w, p);
    for (u64 left = p->live; left; left &= left - 1) {
        const int l = lowest(left);
        struct stack s = stack_of(p->by, b, l);
        b->data[0][l] = visit(w, b, &s, l);
        b->data[ELEMENT_ROWS][l] = s.base << 16 | s.index;
        b->data_open[0] |= (u64)s.open << l;
    }
}

static void each_entry(struct wave *w, const struct pending *p, visit_place *visitor, void *watcher)
{
    const struct body *b = body_of(w, p);
    for (u64 left = p->live; left; left &= left - 1) {
        struct stack s = stack_of(p->by, b, lowest(left));
        s.visitor = visitor;
        s.watcher = watcher;
        visit(w, b, &s, s.lane);
    }
}

/* Are all entries that a lane could reach within LDS? */
static bool within(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    for (; live; live &= live - 1) {
        const int l = lowest(live);
        const struct stack s = stack_of(i, b, l);
        const u32 last = s.base + (s.entries - 1) * STRIDE;
        b->at[0][l] = lds_at(w, last, 4, &b->open_at[0][l]);
        if (!b->at[0][l]) return report_outside(w, i, l, last, w->g->lds_bytes);
    }
    return true;
}

void visit_nodes(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w->t, i, ATOMIC);
    struct body *b = reserve_body(w, &e);
    const u64 live = vector_result_lanes(w, i);
    for (u32 n = 0, row = 0; n < 3; n++)
        for (u32 k = 0; k < i->s[n].width; k++, row++) {
            u64 open = 0;
            memcpy(b->address[row], read_v(w, i->s[n].reg + k, live, &open), sizeof b->address[row]);
            if (open) open_decides(w, R_OPEN_ADDRESS);
        }
    if (!within(w, i, b, live)) return;
    struct pending *p = record(w, i, &e, b, ATOMIC, live);
    p->perform_access = traverse;
    p->places = each_entry;
    check_waves(w, p);
    advance_by_policy(w, p);
}
