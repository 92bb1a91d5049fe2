/* Registers of many waves on their way into messages, into the model and out of it: what plan.h says of each. */
#include "plan.h"
#include "../model/assay.h"
#include <string.h>

static void put_word(uint8_t *bytes, uint32_t word)
{
    for (int n = 0; n < 4; n++) bytes[n] = (uint8_t)(word >> (24 - 8 * n));
}

void plan_pack(const struct plan_message *message, int32_t waves, const uint32_t *words, uint8_t *bytes)
{
    const size_t size = 4 * (size_t)message->lanes;
    for (; waves > 0; waves--, bytes += message->size) {
        memcpy(bytes, message->blank, (size_t)message->size);
        for (int32_t n = 0; n < message->scalar_count; n++) put_word(bytes + message->scalars[n], *words++);
        for (int32_t n = 0; n < message->row_count; n++, words += message->lanes)
            memcpy(bytes + message->rows[n], words, size);
    }
}

void plan_sets(const struct plan_registers *registers, int32_t waves, const uint32_t *words, struct assay_set *sets)
{
    for (int32_t wave = 0; wave < waves; wave++)
        for (int32_t n = 0; n < registers->count; words += registers->lengths[n++])
            *sets++ = (struct assay_set){ (uint32_t)wave, registers->numbers[n], registers->lengths[n], words };
}

static uint32_t number_of(const struct assay_wave *from, int64_t number)
{
    const uint32_t known[] = { from->scc, from->mode, from->trapsts, from->status_bits };
    return known[number];
}

/* Open bits among the registers that are read of a wave. */
static int64_t open_of(const struct plan_reader *reader, const struct assay_wave *from)
{
    const uint64_t lanes = UINT64_MAX >> (64 - reader->lanes);
    int64_t found = 0;
    for (int32_t n = 0; n < reader->row_count; n++)
        found += 32 * __builtin_popcountll(from->v_open[reader->rows[n]] & lanes);
    for (int32_t n = 0; n < reader->scalar_count; n++)
        found += 32 * (from->s_open[reader->scalars[n] / 32] >> reader->scalars[n] % 32 & 1);
    for (int32_t n = 0; n < reader->number_count; n++) found += reader->numbers[n] == PLAN_SCC && from->scc_open;
    return found;
}

int64_t plan_read(const struct plan_reader *reader, int32_t waves, const struct assay_wave *from, uint32_t *words)
{
    int64_t found = 0;
    for (; waves > 0; waves--, from++) {
        found += open_of(reader, from);
        for (int32_t n = 0; n < reader->scalar_count; n++) *words++ = from->s[reader->scalars[n]];
        for (int32_t n = 0; n < reader->number_count; n++) *words++ = number_of(from, reader->numbers[n]);
        for (int32_t n = 0; n < reader->row_count; n++, words += reader->lanes)
            memcpy(words, from->v[reader->rows[n]], 4 * (size_t)reader->lanes);
    }
    return found;
}

void plan_written(int32_t waves, const struct assay_wave *from, uint64_t *found)
{
    memset(found, 0, 7 * sizeof *found);
    for (; waves > 0; waves--, from++) {
        for (int n = 0; n < 4; n++) found[n] |= from->v_written[n];
        for (int n = 0; n < 2; n++) found[4 + n] |= from->s_written[n];
        found[6] |= (from->scc_written != 0) | (uint64_t)(from->mode_written != 0) << 1;
    }
}
