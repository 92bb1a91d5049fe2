/* libFuzzer's target for decoding.  Input: architecture, wave size, machine code.  An instruction must have a size
   within the bytes and a terminated text, and the text must be the same from hex. */
#include <stdlib.h>
#include <string.h>
#include "assay.h"

enum { TEXT = 256, MOST = 32 };
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
    if (!holds) abort();
}

static uint32_t hex_of(const uint8_t *code, uint32_t bytes, char *line)
{
    for (uint32_t n = 0; n < bytes; n++) {
        line[2 * n] = "0123456789abcdef"[code[n] >> 4];
        line[2 * n + 1] = "0123456789abcdef"[code[n] & 15];
    }
    line[2 * bytes] = '\n';
    return 2 * bytes + 1;
}

static void check(uint32_t arch, uint32_t wave, const uint8_t *code, uint32_t bytes)
{
    char text[TEXT], again[TEXT], lines[2 * MOST + 1];
    const uint32_t used = assay_disassemble(arch, wave, code, bytes, text, TEXT);
    demand(used <= bytes && memchr(text, 0, TEXT) && (used != 0) == (strcmp(text, "<illegal>") != 0));
    demand(used || !assay_sets_unused(arch, wave, code, bytes));
    const uint64_t written = assay_disassemble_lines(arch, wave, lines, hex_of(code, bytes, lines), again, TEXT);
    demand(written && written <= TEXT && again[written - 1] == '\n');
    if (used == bytes) demand(written == strlen(text) + 1 && !memcmp(again, text, written - 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || size > MOST) return 0;
    uint32_t archs = 0;
    while (assay_arch_name(archs)) archs++;
    const uint32_t bytes = (uint32_t)size - 2;
    uint8_t *code = malloc(bytes);                     /* a separate allocation, to detect reads beyond it */
    demand(code != 0);
    memcpy(code, data + 2, bytes);
    check(data[0] % archs, data[1] & 1 ? 32 : 64, code, bytes);
    free(code);
    return 0;
}
