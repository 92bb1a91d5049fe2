/* The smallest target one can write with adapter.h, as an example and for its test: it knows s_mov_b32 with an
   inline constant 0..64 (SOP1) and s_nop, on one wave, and reports the scalar registers it is asked for. */
#include "adapter.h"

static uint32_t word_at(const uint8_t *p)
{ return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

/* SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0]; s_mov_b32 is operation 0 on both architectures. */
static const char *execute(const uint8_t *code, size_t size, uint64_t s[128])
{
    for (size_t at = 0; at + 4 <= size; at += 4) {
        const uint32_t word = word_at(code + at);
        if (word >> 16 == 0xbf80) continue;
        if ((word & 0xff80ff00) != 0xbe800000 || (word & 255) < 128 || (word & 255) > 192) return "unsupported";
        s[word >> 16 & 127] = (word & 255) - 128;
    }
    return "ok";
}

/* The number in "s12", or -1. */
static int scalar_number(struct item name)
{
    size_t size;
    const uint8_t *text = item_bytes(name, &size);
    int number = 0;
    if (!text || size < 2 || text[0] != 's') return -1;
    for (size_t n = 1; n < size; n++) {
        if (text[n] < '0' || text[n] > '9' || number > 99) return -1;
        number = 10 * number + (text[n] - '0');
    }
    return number;
}

static void run(struct item run_case, double seconds, struct reply *r, void *user)
{
    uint64_t s[128] = { 0 };
    size_t size;
    const uint8_t *code = item_bytes(item_get(run_case, "code"), &size);
    struct item state = item_get(run_case, "state"), key = item_inside(state);
    (void)seconds, (void)user;
    for (uint64_t n = item_count(state); n; n--) {
        const int number = scalar_number(key);
        key = item_skip(key);
        if (number >= 0) s[number] = item_number(key);
        key = item_skip(key);
    }
    reply_key(r, "status");
    reply_key(r, execute(code, size, s));
    const struct item wanted = item_get(item_get(run_case, "observe"), "registers");
    struct item name = item_inside(wanted);
    reply_key(r, "waves");
    reply_array(r, 1);
    reply_map(r, 1);
    reply_key(r, "registers");
    reply_map(r, (uint32_t)item_count(wanted));
    for (uint64_t n = item_count(wanted); n; n--, name = item_skip(name)) {
        const uint8_t *text = item_bytes(name, &size);
        const int number = scalar_number(name);
        reply_text(r, (const char *)text, size);
        reply_number(r, number >= 0 ? s[number] : 0);
    }
}

int main(void)
{
    const struct adapter toy = { "toy", "1", "state registers", "gfx906 gfx1100", run, 0, 2 };
    return adapter_serve(&toy);
}
