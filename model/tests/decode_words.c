/* Decodes and disassembles random bytes of every length, for the sanitizers.  The buffers end where the bytes end.
   decode_words COUNT [SEED] prints the number of instructions.  It exits nonzero if a size exceeds the bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "decode.h"

static u64 state;
static u64 next(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }

static const struct {
    const char *arch;
    u32 wave;
} modes[] = { { "gfx906", 64 }, { "gfx1100", 32 }, { "gfx1100", 64 } };

/* One word of exactly `bytes` bytes, with `room` bytes for its text.  Returns false for a size beyond the input. */
static bool one(u32 mode, u32 bytes, u32 room, u64 *instructions)
{
    u8 *code = malloc(bytes ? bytes : 1);
    char *text = malloc(room ? room : 1);
    if (!code || !text) abort();
    for (u32 n = 0; n < bytes; n++) code[n] = (u8)(next() >> 24);
    const u32 size = assay_disassemble((u32)assay_arch(modes[mode].arch), modes[mode].wave, code, bytes, text, room);
    const bool right = size <= bytes && size % 4 == 0 && (!room || strlen(text) < room) &&
                       (size || !room || room < 10 || !strcmp(text, "<illegal>"));
    *instructions += size != 0;
    free(code);
    free(text);
    return right;
}

/* Random lines, with too little space for their text. */
static bool lines(u64 *instructions)
{
    static const char letters[] = "0123456789abcdefABCDEFxX \t\r\n,g";
    char in[64], out[128];
    for (u32 n = 0; n < sizeof in; n++) in[n] = letters[next() % (sizeof letters - 1)];
    const u64 room = next() % sizeof out,
              needed = assay_disassemble_lines((u32)assay_arch("gfx1100"), 32, in, sizeof in, out, room);
    *instructions += needed > 0;
    return needed < 64 * 256;
}

int main(int count, char **arguments)
{
    const u64 words = count > 1 ? strtoull(arguments[1], 0, 0) : 100000;
    u64 instructions = 0, of_lines = 0;
    state = 0x9e3779b97f4a7c15 + (count > 2 ? strtoull(arguments[2], 0, 0) : 0);
    for (u64 n = 0; n < words; n++) {
        const u32 bytes = n % 7 ? (u32)(4 * (next() % 6)) : (u32)(next() % 24), room = n % 5 ? 256 : (u32)(next() % 40);
        if (!one(n % 3, bytes, room, &instructions) || (n % 64 == 0 && !lines(&of_lines))) {
            fprintf(stderr, "word %llu: a size or a text that cannot be\n", (unsigned long long)n);
            return 1;
        }
    }
    printf("%llu of %llu words are instructions\n", (unsigned long long)instructions, (unsigned long long)words);
    return 0;
}
