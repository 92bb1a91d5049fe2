/* An adapter to start from: two instructions on one wave, from given registers.  `make`, then
       assay adapter check ./adapter
   execute() is where your implementation goes; PROTOCOL.md of Assay says what a case holds. */
#include "adapter.h"

enum { SCALARS = 128, VECTORS = 256, LANES = 64 };
struct wave { uint64_t exec, s[SCALARS]; uint32_t v[VECTORS][LANES]; uint32_t lanes; };

static uint32_t word_at(const uint8_t *p)
{ return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

/* s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0), v_mov_b32 (VOP1: 0111111 vdst[24:17] op[16:9]
   src0[8:0], op 1), both of constants 0..64; s_nop and s_endpgm.  The same on gfx906 and gfx1100, but for s_endpgm. */
static const char *execute(const uint8_t *code, size_t size, struct wave *w)
{
    for (size_t at = 0; at + 4 <= size; at += 4) {
        const uint32_t word = word_at(code + at), constant = (word & 255) - 128;
        if (word >> 16 == 0xbf80) continue;
        if (word >> 16 == 0xbf81 || word >> 16 == 0xbfb0) break;
        if ((word & 255) < 128 || (word & 255) > 192) return "unsupported";
        if ((word & 0xff80ff00) == 0xbe800000 && (word >> 16 & 127) < 106) w->s[word >> 16 & 127] = constant;
        else if ((word & 0xfe01ff00) == 0x7e000200)
            for (uint32_t lane = 0; lane < w->lanes; lane++)
                w->v[word >> 17 & 255][lane] = w->exec >> lane & 1 ? constant : w->v[word >> 17 & 255][lane];
        else return "unsupported";
    }
    return "ok";
}

/* The number in "s12" or "v12", or -1. */
static int number_of(struct item name, char *file)
{
    size_t size;
    const uint8_t *text = item_bytes(name, &size);
    int number = 0;
    if (!text || size < 2 || size > 4 || (text[0] != 's' && text[0] != 'v')) return -1;
    for (size_t n = 1; n < size; n++) {
        if (text[n] < '0' || text[n] > '9') return -1;
        number = 10 * number + (text[n] - '0');
    }
    *file = (char)text[0];
    return number < (*file == 's' ? SCALARS : VECTORS) ? number : -1;
}

/* Lays the state of the case into the wave; what no instruction here reads is left aside. */
static void give(struct item state, struct wave *w)
{
    struct item key = item_inside(state);
    for (uint64_t n = item_count(state); n; n--) {
        char file = 0;
        const int number = number_of(key, &file);
        const struct item value = item_skip(key);
        size_t size;
        const uint8_t *row = item_bytes(value, &size);
        if (item_is(key, "exec_lo")) w->exec = (w->exec & ~0xffffffffull) | item_number(value);
        if (item_is(key, "exec_hi")) w->exec = (w->exec & 0xffffffff) | item_number(value) << 32;
        if (number >= 0 && file == 's') w->s[number] = item_number(value);
        for (size_t lane = 0; number >= 0 && file == 'v' && 4 * lane + 4 <= size && lane < LANES; lane++)
            w->v[number][lane] = word_at(row + 4 * lane);
        key = item_skip(value);
    }
}

static void take(struct item name, const struct wave *w, struct reply *r)
{
    size_t size;
    char file = 0;
    const uint8_t *text = item_bytes(name, &size);
    const int number = number_of(name, &file);
    reply_text(r, (const char *)text, size);
    if (file == 'v') reply_binary(r, number >= 0 ? w->v[number] : w->v[0], 4 * w->lanes);
    else reply_number(r, number >= 0 ? w->s[number] : 0);
}

/* Appends two pairs: status, and the registers of the only wave. */
static void run(struct item run_case, double seconds, struct reply *r, void *user)
{
    static struct wave w;
    size_t size;
    const uint8_t *code = item_bytes(item_get(run_case, "code"), &size);
    const uint64_t entry = item_number(item_get(run_case, "entry"));
    (void)seconds, (void)user;
    memset(&w, 0, sizeof w);
    w.lanes = item_number(item_get(run_case, "wave")) == 32 ? 32 : 64;
    w.exec = ~0ull;
    give(item_get(run_case, "state"), &w);
    reply_key(r, "status");
    reply_key(r, code && entry <= size ? execute(code + entry, size - (size_t)entry, &w) : "invalid");
    const struct item wanted = item_get(item_get(run_case, "observe"), "registers");
    struct item name = item_inside(wanted);
    reply_key(r, "waves");
    reply_array(r, 1);
    reply_map(r, 1);
    reply_key(r, "registers");
    reply_map(r, (uint32_t)item_count(wanted));
    for (uint64_t n = item_count(wanted); n; n--, name = item_skip(name)) take(name, &w, r);
}

int main(void)
{
    const struct adapter toy = { "toy", "1", "state registers deterministic", "gfx906 gfx1100", run, 0, 2, "s v" };
    return adapter_serve(&toy);
}
