/* The code of a run.  An instruction is decoded once, with what the record of results and the pipelines ask of it
   beforehand. */
#include <string.h>
#include "decode.h"
#include "pipeline.h"

/* The same code as last time keeps what was decoded of it; another profile has other hazards. */
void load_code(struct assay *m, const struct traits *t, u32 lanes)
{
    const struct assay_run *r = m->run;
    bool same = m->run_number && m->code_bytes == r->code_bytes && m->t == t && m->lanes == lanes &&
                m->profile == r->profile && !memcmp(m->code, r->code, r->code_bytes);
    m->base = r->base;
    if (same) return;
    if (!++m->run_number) {                                            /* the stamps have gone round */
        memset(m->decoded, 0, (m->code_limit / 4 + 1) * sizeof *m->decoded);
        m->run_number = 1;
    }
    m->t = t;
    m->lanes = lanes;
    m->profile = r->profile;
    m->code_bytes = r->code_bytes;
    memcpy(m->code, r->code, r->code_bytes);
    memset(m->code + r->code_bytes, 0, CODE_PAD);
}

void decode_now(struct assay *m, u64 at)
{
    u64 n = at / 4;
    struct inst *i = &m->inst[n];
    i->size = (u8)decode(m->t, m->lanes, m->code + at, m->code_bytes - at, i, &m->other[n]);
    i->pc_offset = (u32)at;
    classify_hazards(m, i);
    i->direct = direct_sources(i);
    if (i->other) i->other->direct = direct_sources(i->other);
    m->decoded[n] = m->run_number;
}

const struct inst *instruction_at(struct assay *m, u64 pc)
{
    if (pc - m->base >= m->code_bytes) return 0;
    const struct inst *i = decoded(m, pc - m->base);
    return i->size ? i : 0;
}
