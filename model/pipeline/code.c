/* The code of a run.  Each instruction is decoded once, together with what later stages need to know about it. */
#include <string.h>
#include "decode.h"
#include "pipeline.h"

static bool same_code(const struct assay *m, const struct handler *h)
{
    const struct assay_run *r = m->run;
    return m->code_bytes == r->code_bytes && !memcmp(m->code, r->code, r->code_bytes) && m->handler.bytes == h->bytes &&
           (!h->bytes || !memcmp(m->code + h->at, r->trap_code, h->bytes));
}

/* Decoded instructions remain valid if the code is the same as in the last run.  Another profile has other hazards. */
void load_code(struct assay *m, const struct traits *t, u32 lanes)
{
    const struct assay_run *r = m->run;
    const struct handler h = { r->tba, r->trap_bytes, handler_place(r->code_bytes), r->tma };
    const bool same = m->run_number && m->t == t && m->lanes == lanes && m->profile == r->profile && same_code(m, &h);
    m->base = r->base;
    m->handler = h;
    if (same) return;
    m->run_number++;
    m->t = t;
    m->lanes = lanes;
    m->profile = r->profile;
    m->code_bytes = r->code_bytes;
    memcpy(m->code, r->code, r->code_bytes);
    memset(m->code + r->code_bytes, 0, CODE_PAD);
    if (!h.bytes) return;
    memcpy(m->code + h.at, r->trap_code, h.bytes);
    memset(m->code + h.at + h.bytes, 0, CODE_PAD);
}

void decode_now(struct assay *m, u64 at)
{
    u64 n = at / 4;
    struct inst *i = &m->inst[n];
    const u64 end = at < m->code_bytes ? m->code_bytes : m->handler.at + m->handler.bytes;
    i->size = (u8)decode(m->t, m->lanes, m->code + at, end - at, i, &m->other[n]);
    i->pc_offset = (u32)at;
    i->runs = i->op && (!i->other || i->other->op);
    classify_hazards(m, i);
    choose_fast_path(m, i);
    m->decoded[n] = m->run_number;
}

const struct inst *instruction_at(struct assay *m, u64 pc)
{
    const u64 at = code_place(m, pc);
    if (at == NO_CODE) return 0;
    const struct inst *i = decoded(m, at);
    return i->size ? i : 0;
}
