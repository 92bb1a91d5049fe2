/* Prints how instructions decode.  Input lines: `architecture lanes bytes-in-hex`.  Output lines: kind:register of
   destinations, bit and sources, with letters v s m - for a VGPR, an SGPR, a lane mask, anything else; or `illegal`. */
#include <stdio.h>
#include <string.h>
#include "decode.h"

static void put(const struct operand *o)
{
    const char kind = o->kind == VREG ? 'v' : o->kind == SREG ? 's' : o->kind == MASK ? 'm' : '-';
    printf("%c%u ", kind, kind == '-' ? 0u : o->reg);
}

static u32 bytes_of(const char *hex, u8 *out, u32 room)
{
    u32 count = 0;
    for (unsigned byte; count < room && sscanf(hex + 2 * count, "%2x", &byte) == 1; count++) out[count] = (u8)byte;
    return count;
}

int main(void)
{
    char hex[64], arch[16];
    unsigned lanes;
    while (scanf("%15s %u %63s", arch, &lanes, hex) == 3) {
        u8 code[24];
        struct inst i, other;
        memset(&i, 0, sizeof i);
        if (!decode(&traits[assay_arch(arch)], lanes, code, bytes_of(hex, code, sizeof code), &i, &other)) {
            puts("illegal");
            continue;
        }
        for (u32 n = 0; n < RESULTS; n++) put(&i.d[n]);
        put(&i.bit);
        for (u32 n = 0; n < SOURCES; n++) put(&i.s[n]);
        putchar('\n');
    }
    return 0;
}
