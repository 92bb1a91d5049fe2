/* A digest of all state that the rest of a controlled schedule depends on.  Runs with equal digests continue equally,
   so only one must be followed.  Instruction counts are excluded, so that a spinning wave repeats its state.  The
   digest has 128 bits; equal digests count as equal states. */
#include <string.h>
#include "run.h"

#define FIRST  0x9e3779b97f4a7c15u
#define SECOND 0xd6e8feb86659fd93u

static u64 turned(u64 x, int by) { return x << by | x >> (64 - by); }

static void mix(u64 d[2], u64 word)
{
    d[0] = turned(d[0] ^ word, 29) * FIRST;
    d[1] = (turned(d[1] + word, 31) ^ word >> 7) * SECOND;
}

static void mix_bytes(u64 d[2], const void *data, u64 bytes)
{
    const u8 *at = data;
    mix(d, bytes);
    for (; bytes >= 8; bytes -= 8, at += 8) {
        u64 word;
        memcpy(&word, at, 8);
        mix(d, word);
    }
    u64 last = 0;
    memcpy(&last, at, bytes);
    mix(d, last);
}

/* Rows that were never written have their start values. */
static void mix_vectors(u64 d[2], const struct wave *w)
{
    for (u32 k = 0; k < VGPRS / 64; k++)
        for (u64 left = w->v_written[k]; left; left &= left - 1) {
            const u32 reg = 64 * k + (u32)lowest(left);
            mix(d, reg);
            mix_bytes(d, w->v[reg], w->lanes * sizeof w->v[reg][0]);
            mix(d, w->v_open[reg]);
            for (u64 part = w->v_open[reg] & w->v_part[reg]; part; part &= part - 1)
                mix(d, w->v_bits[reg][lowest(part)]);
            mix(d, w->v_tolerant[reg]);
        }
}

static void mix_pending(u64 d[2], const struct wave *w)
{
    mix(d, w->pending_count);
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        const struct body *b = body_of(w, p);
        mix(d, p->pc);
        mix(d, (u64)p->stage << 8 | p->event.waits);
        mix_bytes(d, p->lanes, sizeof p->lanes);
        mix_bytes(d, p->open, sizeof p->open);
        if (awaits_access(p)) {
            mix(d, p->barriers);
            mix_bytes(d, b->at, sizeof b->at);
        }
        mix_bytes(d, b->data, sizeof b->data);
        mix_bytes(d, b->data_open, sizeof b->data_open);
        mix_bytes(d, b->data_part, sizeof b->data_part);
        mix(d, b->lost);
    }
}

static void mix_wave(u64 d[2], const struct wave *w)
{
    const u64 small[] = { w->pc,          w->life,          w->scc,         w->scc_open,   w->mode,   w->trapsts,
                          w->status_bits, w->exported,      w->export_done, w->all_open,   w->clause, w->clause_done,
                          w->may_step,      w->queued.ticket, w->queued.turn, w->queued.flag, w->vccz_open };
    mix_bytes(d, small, sizeof small);
    mix_bytes(d, w->s, sizeof w->s);
    mix_bytes(d, w->s_open, sizeof w->s_open);
    mix_bytes(d, w->s_bits, sizeof w->s_bits);
    mix_bytes(d, w->hwreg, sizeof w->hwreg);
    mix_bytes(d, w->most, sizeof w->most);
    mix_vectors(d, w);
    mix_pending(d, w);
}

static void mix_memory(u64 d[2], const struct assay *m)
{
    for (u32 n = 0; n < m->region_count; n++) {
        const struct region *r = &m->region[n];
        if (!r->writable) continue;
        mix_bytes(d, r->bytes, r->size);
        if (r->open) mix_bytes(d, r->open, r->size);
    }
    const struct share *shares[] = { &m->gds, &m->gs };
    for (u32 n = 0; n < 2; n++) {
        if (shares[n]->bytes) mix_bytes(d, shares[n]->bytes, shares[n]->size);
        if (shares[n]->open) mix_bytes(d, shares[n]->open, shares[n]->size);
    }
    mix_bytes(d, m->gws, sizeof m->gws);
    mix_bytes(d, m->dirty, m->dirty_count * sizeof m->dirty[0]);
    mix(d, m->compared_end != 0);
}

void digest_state(const struct assay *m, u64 state[2])
{
    const struct orders *o = &m->orders;
    state[0] = FIRST;
    state[1] = SECOND;
    for (u32 n = 0; n < o->group_count; n++) {
        const struct group *g = n + 1 < o->group_count ? &o->group[n] : &m->group;
        mix_bytes(state, g->lds, g->lds_bytes);
        mix_bytes(state, g->lds_open, g->lds_bytes);
        for (u32 k = 0; k < g->wave_count; k++) mix_wave(state, g->wave[k]);
    }
    mix_memory(state, m);
}
