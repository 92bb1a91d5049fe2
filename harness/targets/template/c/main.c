/* A minimal adapter: two instructions on one wave, with initial registers. Build and check it with
       make && assay adapter check ./adapter
   Put your implementation into execute(). Assay's PROTOCOL.md describes the fields of a case. */
#include "adapter.h"

enum { SCALARS = 128, VECTORS = 256, LANES = 64 };
struct wave { uint64_t exec, s[SCALARS]; uint32_t v[VECTORS][LANES]; uint32_t lanes; };

static uint32_t load_word(const uint8_t *p)
{ return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

/* Runs s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0) and v_mov_b32 (VOP1: 0111111 vdst[24:17]
   op[16:9] src0[8:0], op 1), both with constants 0..64, s_nop and s_endpgm. Returns the status of the result. All
   encodings except s_endpgm are the same on gfx906 and gfx1100. */
static const char *execute(const uint8_t *code, size_t size, struct wave *w)
{
    for (size_t offset = 0; offset + 4 <= size; offset += 4) {
        const uint32_t word = load_word(code + offset), constant = (word & 255) - 128;
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

/* Returns the number of a register named like "s12" or "v12" and sets its file, or returns -1. */
static int register_number(struct item name, char *file)
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

/* Sets the wave's registers from the state of the case. Registers that no instruction here reads are ignored. */
static void set_state(struct item state, struct wave *w)
{
    struct item key = item_inside(state);
    for (uint64_t n = item_count(state); n; n--) {
        char file = 0;
        const int number = register_number(key, &file);
        const struct item value = item_skip(key);
        size_t size;
        const uint8_t *words = item_bytes(value, &size);
        if (item_is(key, "exec_lo")) w->exec = (w->exec & ~0xffffffffull) | item_number(value);
        if (item_is(key, "exec_hi")) w->exec = (w->exec & 0xffffffff) | item_number(value) << 32;
        if (number >= 0 && file == 's') w->s[number] = item_number(value);
        for (size_t lane = 0; number >= 0 && file == 'v' && 4 * lane + 4 <= size && lane < LANES; lane++)
            w->v[number][lane] = load_word(words + 4 * lane);
        key = item_skip(value);
    }
}

/* Appends a register's name and value to the reply. */
static void reply_register(struct item name, const struct wave *w, struct reply *r)
{
    size_t size;
    char file = 0;
    const uint8_t *text = item_bytes(name, &size);
    const int number = register_number(name, &file);
    reply_text(r, (const char *)text, size);
    if (file == 'v') reply_binary(r, number >= 0 ? w->v[number] : w->v[0], 4 * w->lanes);
    else reply_number(r, number >= 0 ? w->s[number] : 0);
}

/* Runs a case and appends two pairs to its result: the status, and the registers of the only wave. */
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
    set_state(item_get(run_case, "state"), &w);
    reply_key(r, "status");
    reply_key(r, code && entry <= size ? execute(code + entry, size - (size_t)entry, &w) : "invalid");
    const struct item observed = item_get(item_get(run_case, "observe"), "registers");
    struct item name = item_inside(observed);
    reply_key(r, "waves");
    reply_array(r, 1);
    reply_map(r, 1);
    reply_key(r, "registers");
    reply_map(r, (uint32_t)item_count(observed));
    for (uint64_t n = item_count(observed); n; n--, name = item_skip(name)) reply_register(name, &w, r);
}

int main(void)
{
    const struct adapter toy = { "toy", "1", "state registers deterministic", "gfx906 gfx1100", run, 0, 2, "s v" };
    return adapter_serve(&toy);
}
